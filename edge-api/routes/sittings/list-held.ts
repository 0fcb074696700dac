// GET sittings/held: acts that wait for a decision on their time, with the evidence (offline rule 16).
import * as z from 'zod/mini';
import { endpoint } from '../../middleware/endpoint.ts';
import { listHeld } from '../../services/sittings/decide-held.ts';

const heldActSchema = z.object({
  deviceId: z.string(),
  seq: z.int(),
  type: z.string(),
  qid: z.nullable(z.string()),
  elapsed: z.int(),
  receivedAt: z.string(),
  phoneTime: z.nullable(z.string()),
});

export const listHeldEndpoint = endpoint(
  {
    method: 'get',
    path: '/sittings/held',
    who: 'admin',
    summary:
      'Sittings with late acts that the time evidence does not settle, and that evidence (offline rule 16).',
    reply: z.array(
      z.object({
        sittingId: z.string(),
        uid: z.string(),
        examID: z.string(),
        startedAt: z.string(),
        deadline: z.string(),
        held: z.array(heldActSchema),
      }),
    ),
  },
  ({ deps }) => listHeld(deps),
);
