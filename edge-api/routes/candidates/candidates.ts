// GET candidates and candidates/{uid}: anyone who registered, found, and everything about one of them.
import * as z from 'zod/mini';
import { paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import {
  candidateAddedSchema,
  candidateListSchema,
  candidateSchema,
  candidateStates,
  newCandidateSchema,
} from '#contract/desk/candidates.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listEndpoint } from '../../middleware/list-endpoint.ts';
import { addCandidate } from '../../services/candidates/add-candidate.ts';
import { listCandidates } from '../../services/candidates/list-candidates.ts';
import { readCandidate } from '../../services/candidates/read-candidate.ts';

export const getCandidates = listEndpoint(
  {
    path: '/candidates',
    mayLag: true,
    summary:
      'Candidates, newest first or sorted, by UID, name, mobile, e-mail or city, and by where their current exam stands; X-Total-Count says how many there are.',
    query: z.object({
      search: searchText,
      state: z._default(z.enum([...candidateStates, '']), ''),
      ...sorting(listSorts.candidates),
      ...paging(20, 100),
    }),
    reply: candidateListSchema,
  },
  ({ deps, query }) => listCandidates(deps.db, query),
);

export const postCandidate = endpoint(
  {
    method: 'post',
    path: '/candidates',
    who: 'admin',
    summary:
      'Adds a candidate to an exam, paid by an invoice of the office where one is named; UID and one-time password go out by SMS.',
    body: newCandidateSchema,
    reply: candidateAddedSchema,
    status: 201,
    problems: ['email-taken', 'mobile-taken', 'unavailable'],
  },
  ({ deps, caller, body }) => addCandidate(deps, caller.uid, body),
);

export const getCandidate = endpoint(
  {
    method: 'get',
    path: '/candidates/:uid',
    who: 'admin',
    summary:
      'One candidate: details, exams, orders, sittings, where they signed in, messages of thirty days, and the newest hundred acts.',
    params: z.object({ uid: idSchema }),
    reply: candidateSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { uid } }) => readCandidate(deps, uid),
);
