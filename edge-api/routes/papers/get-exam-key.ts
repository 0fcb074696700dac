// GET exams/:id/key: a few bytes, the same for everyone, from any cache on the way.
import * as z from 'zod/mini';
import { examKeySchema } from '#contract/wire/sealed-paper.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readExamKey } from '../../services/papers/read-exam-key.ts';

/** A key is never taken back once it is out. What a start that is moved changes is the sealed papers. */
const KEPT_SECONDS = 300;

export const getExamKey = endpoint(
  {
    method: 'get',
    path: '/exams/:id/key',
    who: 'anyone',
    summary:
      'The key of all sealed papers of an exam that starts together, from its start on (offline rule 18).',
    params: z.object({ id: idSchema }),
    reply: examKeySchema,
    problems: ['not-found', 'not-open-yet', 'exam-inactive', 'exam-paused'],
  },
  async ({ deps, params, header }) => {
    const key = await readExamKey(deps, params.id);
    header('cache-control', `public, max-age=${KEPT_SECONDS}`);
    return key;
  },
);
