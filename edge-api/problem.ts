// The one way to refuse a request: services throw a Problem, and app.ts alone turns it into a reply.
import { type ProblemBody, type ProblemCode, problems } from '#contract/wire/problems.ts';

type Details = {
  /** Replaces the code's own sentence with one that says more. */
  sentence?: string;
  /** What is wrong with each field, by the field's name. */
  fields?: Record<string, string>;
  /** Whole seconds after which a retry makes sense. */
  retryAfter?: number;
};

/** Temporary refusals, whatever was requested. They always tell the caller when to retry. */
type ComesBack = 'throttled' | 'unavailable';

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: Exclude<ProblemCode, ComesBack>, details?: Details);
  constructor(code: ComesBack, details: Details & { retryAfter: number });
  constructor(code: ProblemCode, details: Details = {}) {
    super(details.sentence ?? sentenceOf(code, details));
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }

  toBody(requestId: string): ProblemBody {
    return {
      error: this.message,
      code: this.code,
      retry: problems[this.code].retry,
      requestId,
      ...(this.details.fields ? { fields: this.details.fields } : {}),
    };
  }
}

/** For `throttled`, the sentence says how long to wait, rounded up. */
function sentenceOf(code: ProblemCode, { retryAfter }: Details): string {
  if (code !== 'throttled' || retryAfter === undefined) return problems[code].sentence;
  const [count, unit] =
    retryAfter < 120 ? [retryAfter, 'second'] : [Math.ceil(retryAfter / 60), 'minute'];
  return `Too many attempts. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`;
}
