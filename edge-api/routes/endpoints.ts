// Every endpoint of the API, in the order a reader would look for them.
import type { Endpoint } from '../middleware/endpoint.ts';
import { decideHeldEndpoint } from './sittings/decide-held.ts';
import { getResult } from './sittings/get-result.ts';
import { listHeldEndpoint } from './sittings/list-held.ts';
import { openSittingEndpoint } from './sittings/open-sitting.ts';
import { submitMcq } from './sittings/submit-mcq.ts';
import { getTime } from './sync/get-time.ts';
import { pushEventsEndpoint } from './sync/push-events.ts';

export const endpoints: readonly Endpoint[] = [
  openSittingEndpoint,
  pushEventsEndpoint,
  getTime,
  submitMcq,
  getResult,
  listHeldEndpoint,
  decideHeldEndpoint,
];
