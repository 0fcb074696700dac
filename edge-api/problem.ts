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

/** Refusals of now, not of what was asked: whoever meets one is told when to come back. */
type ComesBack = 'throttled' | 'unavailable';

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(code: Exclude<ProblemCode, ComesBack>, details?: Details);
  constructor(code: ComesBack, details: Details & { retryAfter: number });
  constructor(code: ProblemCode, details: Details = {}) {
    super(details.sentence ?? problems[code].sentence);
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
