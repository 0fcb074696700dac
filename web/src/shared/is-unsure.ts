import { ApiProblem } from './api-problem.ts';

/** Whether a request that failed may have been carried out all the same. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiProblem && ['offline', 'unreadable-reply', 'internal'].includes(error.code);
