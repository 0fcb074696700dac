// GET and PUT exams/:id/documents/:sha256: a page of a document answer, in pieces.
import * as z from 'zod/mini';
import { documentReplySchema, LONGEST_PIECE } from '#contract/wire/sync.ts';
import { bounded, idSchema } from '#contract/wire/values.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { requireOwnSitting } from '../../services/sittings/own-sitting.ts';
import { howFar, receivePiece } from '../../services/sittings/receive-piece.ts';

const params = z.object({ id: idSchema, sha256: bounded(64).check(z.regex(/^[0-9a-f]{64}$/)) });
const wholeNumber = z.pipe(
  z.pipe(z.string(), z.transform(Number)),
  z.int().check(z.nonnegative(), z.maximum(1e9)),
);

export const getDocumentPieces = endpoint(
  {
    method: 'get',
    path: '/exams/:id/documents/:sha256',
    who: 'candidate',
    whileBlocked: true,
    summary: 'How much of a page the server holds: where to go on.',
    params,
    reply: documentReplySchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, params: { id, sha256 } }) =>
    howFar(deps, await requireOwnSitting(deps, caller, id), sha256),
);

export const putDocumentPiece = endpoint(
  {
    method: 'put',
    path: '/exams/:id/documents/:sha256',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'The next piece of a page as raw bytes (at most 256 KB); sent again it changes nothing.',
    params,
    query: z.object({
      start: wholeNumber,
      size: wholeNumber,
      name: z.optional(z.string().check(z.maxLength(200))),
    }),
    reply: documentReplySchema,
    problems: [
      'not-found',
      'already-submitted',
      'too-large',
      'wrong-file-kind',
      'file-refused',
      'unavailable',
    ],
  },
  async ({ deps, caller, params: { id, sha256 }, query, request }) => {
    const sitting = await requireOwnSitting(deps, caller, id);
    const bytes = await readBytes(request, LONGEST_PIECE);
    return receivePiece(deps, sitting, {
      sha256,
      bytes,
      start: query.start,
      size: query.size,
      name: query.name ?? 'page',
    });
  },
);
