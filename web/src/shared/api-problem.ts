/** What a failed request throws. Separate from http.ts, so that a page that sends no request yet loads no schema. */
import type { ProblemCode, RetryClass } from '#contract/wire/problems.ts';

/**
 * `offline`: no answer came. `unreadable-reply`: something other than our server answered, such as a hotel's network.
 */
export type ClientProblemCode = ProblemCode | 'offline' | 'unreadable-reply';

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ClientProblemCode;
  /** The only thing to decide by [SY8]. */
  readonly retry: RetryClass;
  /** Sentences for the fields of a form, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** The server's Retry-After, or null. */
  readonly retryAfterMs: number | null;

  constructor(
    code: ClientProblemCode,
    message: string,
    retry: RetryClass,
    more: {
      fields?: Record<string, string> | undefined;
      requestId?: string;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.retry = retry;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

/** No answer came. */
export function unreachable(cause?: unknown): ApiProblem {
  return new ApiProblem(
    'offline',
    'We couldn’t reach the exam server. Please check your network.',
    'later',
    { cause },
  );
}
