// The one way to refuse: services throw a Problem, app.ts alone turns it into a reply.
import { type ProblemBody, type ProblemCode, problems } from '#contract/wire/problems.ts';

type Details = {
  /** A sentence that says more than the code's own. */
  sentence?: string;
  /** What is wrong with which field. */
  fields?: Record<string, string>;
  /** Whole seconds after which another try makes sense. */
  retryAfter?: number;
};

/** Refusals for the moment, whatever was asked: the caller is told when to come back. */
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

/** Who waits is told for how long, rounded up. */
function sentenceOf(code: ProblemCode, { retryAfter }: Details): string {
  if (code !== 'throttled' || retryAfter === undefined) return problems[code].sentence;
  const [count, unit] =
    retryAfter < 120 ? [retryAfter, 'second'] : [Math.ceil(retryAfter / 60), 'minute'];
  return `Too many attempts. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`;
}
