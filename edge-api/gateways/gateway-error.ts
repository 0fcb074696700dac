/**
 * The one way in which a gateway outside the house fails. The message, like every other property,
 * is safe to log: it never holds a key, a header, a body, or anything about a person.
 */

/**
 * - `refused`: the other side read the request and said no (4xx, or its own error answer). It was not done.
 * - `timeout`: no answer came in time, or the connection broke. It may have been done: ask again.
 * - `unreadable`: an answer came that is not the protocol (5xx, garbage). It may have been done: ask again.
 */
export type GatewayErrorKind = 'timeout' | 'refused' | 'unreadable';

/** Where it happened, for the log. `code` is a short machine-readable code of the other side or of the socket. */
export type GatewayErrorPlace = {
  call: string;
  httpStatus?: number | undefined;
  code?: string | undefined;
};

/** A code from outside is shown only if it looks like one, so that no sentence with personal data slips through. */
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: GatewayErrorKind;
  readonly httpStatus: number | null;
  readonly code: string | null;

  constructor(kind: GatewayErrorKind, place: GatewayErrorPlace) {
    const code = place.code !== undefined && CODE.test(place.code) ? place.code : null;
    const details = [place.httpStatus, code].filter((detail) => detail != null).join(' ');
    super(`${place.call}: ${kind}${details === '' ? '' : ` (${details})`}`);
    this.kind = kind;
    this.httpStatus = place.httpStatus ?? null;
    this.code = code;
  }
}
