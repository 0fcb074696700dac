// Every endpoint of the API, in the order a reader would look for them.
import type { Endpoint } from '../middleware/endpoint.ts';
import { getTime } from './sync/get-time.ts';

export const endpoints: readonly Endpoint[] = [getTime];
