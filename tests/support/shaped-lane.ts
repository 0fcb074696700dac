/**
 * One direction of a slow wire. All flows share one byte rate, turn by turn and a segment at a time; what has left
 * arrives a set time later, in the order in which it was sent. A flow that is dropped costs the others nothing more.
 * No TCP slow start, no loss.
 */

/** What a TCP segment carries on most links. */
const SEGMENT_BYTES = 1_400;

export interface Flow {
  send(chunk: Buffer): void;
  /** Calls back when all that was sent before has arrived. */
  end(arrived: () => void): void;
  /** Discards what has not left yet. */
  drop(): void;
}

interface Parcel {
  chunk: Buffer | null;
  arrive: () => void;
}

export class ShapedLane {
  readonly #bytesPerMs: number;
  readonly #delayMs: number;
  /** Flows with something to send; the first one is next. */
  #waiting: Parcel[][] = [];
  #underWay: { at: number; arrive: () => void }[] = [];
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bytesPerSecond: number, delayMs: number) {
    this.#bytesPerMs = bytesPerSecond / 1_000;
    this.#delayMs = delayMs;
  }

  open(deliver: (chunk: Buffer) => void): Flow {
    const parcels: Parcel[] = [];
    const add = (parcel: Parcel) => {
      parcels.push(parcel);
      if (parcels.length > 1) return;
      if (this.#waiting.length === 0) this.#freeAt = Math.max(this.#freeAt, performance.now());
      this.#waiting.push(parcels);
    };
    return {
      send: (whole) => {
        for (let from = 0; from < whole.length; from += SEGMENT_BYTES) {
          const chunk = whole.subarray(from, from + SEGMENT_BYTES);
          add({ chunk, arrive: () => deliver(chunk) });
        }
        this.#goOn();
      },
      end: (arrived) => {
        add({ chunk: null, arrive: arrived });
        this.#goOn();
      },
      drop: () => {
        parcels.length = 0;
        this.#waiting = this.#waiting.filter((one) => one !== parcels);
      },
    };
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    while (this.#waiting.length > 0 && this.#freeAt <= now) this.#sendNext();
    while (this.#underWay[0] && this.#underWay[0].at <= now) this.#underWay.shift()?.arrive();
    const next = Math.min(
      this.#waiting.length > 0 ? this.#freeAt : Number.POSITIVE_INFINITY,
      this.#underWay[0]?.at ?? Number.POSITIVE_INFINITY,
    );
    if (next < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#goOn(), Math.max(0, next - performance.now()));
  }

  #sendNext(): void {
    const parcels = this.#waiting.shift();
    const parcel = parcels?.shift();
    if (!parcels || !parcel) return;
    if (parcels.length > 0) this.#waiting.push(parcels);
    this.#freeAt += (parcel.chunk?.length ?? 0) / this.#bytesPerMs;
    this.#underWay.push({ at: this.#freeAt + this.#delayMs, arrive: parcel.arrive });
  }
}
