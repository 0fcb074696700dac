// POST exams/submit-mcq: submits (specification section 7; offline rule 11).
import { submitReplySchema, submitRequestSchema } from '#contract/wire/sync.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { openSitting } from '../../services/sittings/open-sitting.ts';
import { submitSitting } from '../../services/sittings/submit-sitting.ts';

export const submitMcq = endpoint(
  {
    method: 'post',
    path: '/exams/submit-mcq',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Submits all answers; the same submission again gives the same answer. `device` is what the app adds (offline rule 11).',
    body: submitRequestSchema,
    bodyLimit: 1_000_000, // all answers and a thousand events are some 400 KB
    reply: submitReplySchema,
    problems: [
      'not-found',
      'not-eligible',
      'exam-inactive',
      'exam-paused',
      'not-open-yet',
      'exam-over',
      'already-submitted',
      'open-elsewhere',
      'device-not-allowed',
      'section-too-large',
      'unavailable',
    ],
  },
  async ({ deps, caller, body }) => {
    const which = { uid: requireOwn(caller, body.uid), examId: body.examID };
    try {
      return await submitSitting(deps, which, body);
    } catch (error) {
      // A client that never opened the sitting opens it by submitting.
      if (!(error instanceof Problem && error.code === 'not-found') || body.device) throw error;
      await openSitting(deps, caller, body.examID, null);
      return submitSitting(deps, which, body);
    }
  },
);
