import { ApiProblem } from './api-problem.ts';

/** Whether a call that failed may have been done all the same. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiProblem && ['offline', 'unreadable-reply', 'internal'].includes(error.code);
