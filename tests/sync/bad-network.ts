// A network between the real client code and the real API that loses requests, cuts answers, delivers late, twice
// and out of order. It owns the time of both sides: nothing waits for a wall clock.
import type { Chance } from '../support/random.ts';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

type Held = { url: string; init: RequestInit };

export type BadNetwork = {
  send: Send;
  /** From now on nothing is lost, late, or twice. */
  heal(): void;
  /** Cuts everything until `restore`. */
  cut(): void;
  restore(): void;
  /** Delivers one of the late requests, picked by chance; its answer reaches nobody. */
  deliverLate(): Promise<void>;
  deliverAllLate(): Promise<void>;
  heldCount(): number;
  /** How many requests the server has answered: while this number stays the same, so does the log. */
  answered(): number;
};

/**
 * @param server answers as the real server does
 * @param pass lets this many milliseconds pass for everyone
 */
export function createBadNetwork(
  server: Send,
  chance: Chance,
  pass: (ms: number) => void,
): BadNetwork {
  const held: Held[] = [];
  let isHealed = false;
  let isCut = false;
  let answered = 0;

  const arrive = async ({ url, init }: Held): Promise<Response> => {
    const { signal: _phoneSide, ...request } = init;
    pass(chance.below(200));
    const response = await server(url, request);
    answered += 1;
    pass(chance.below(200));
    return response;
  };
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));

  const deliverLate = async () => {
    const [request] = held.splice(chance.below(held.length), 1);
    if (request) await arrive(request);
  };

  return {
    heal: () => {
      isHealed = true;
    },
    cut: () => {
      isCut = true;
    },
    restore: () => {
      isCut = false;
    },
    deliverLate,
    deliverAllLate: async () => {
      while (held.length > 0) await deliverLate();
    },
    heldCount: () => held.length,
    answered: () => answered,
    async send(url, init) {
      if (isHealed) return arrive({ url, init });
      if (isCut) return lost();
      switch (chance.below(10)) {
        case 0: // the request is lost
          return lost();
        case 1: // the answer is cut
          await arrive({ url, init });
          return lost();
        case 2: // late: the phone has given up by then
          held.push({ url, init });
          return lost();
        case 3: // twice; the phone hears the second
          await arrive({ url, init });
          return arrive({ url, init });
        case 4: // twice; the second is late
          held.push({ url, init });
          return arrive({ url, init });
        default:
          return arrive({ url, init });
      }
    },
  };
}
