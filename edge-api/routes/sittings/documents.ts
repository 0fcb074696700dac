// Document answers: whole in one multipart request, or in pieces.
import * as z from 'zod/mini';
import {
  documentReplySchema,
  LARGEST_PAGE,
  LONGEST_PIECE,
  uploadDocsReplySchema,
} from '#contract/wire/sync.ts';
import { bounded, idSchema } from '#contract/wire/values.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint, readAs, requireOwn } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { openOwnSitting, requireOwnSitting } from '../../services/sittings/open-sitting.ts';
import { howFar, receiveDocument, receivePiece } from '../../services/sittings/receive-document.ts';

const LARGEST_UPLOAD = 5 * LARGEST_PAGE;
const fieldsSchema = z.object({
  uid: z.string(),
  examID: idSchema,
  docs: z.array(z.instanceof(File)).check(z.minLength(1, 'Please choose a file.')),
});

export const uploadDocs = endpoint(
  {
    route: 'post /exams/upload-docs',
    who: 'candidate',
    whileBlocked: true,
    summary: 'Documents of a DOC Upload or MIX exam; the same content again changes nothing.',
    form: {
      limitBytes: LARGEST_UPLOAD,
      describe: {
        uid: 'your own',
        examID: 'the exam',
        docs: 'one file or several: PDF, JPEG or PNG',
      },
    },
    reply: uploadDocsReplySchema,
    problems: [
      'not-found',
      'not-eligible',
      'not-open-yet',
      'exam-over',
      'exam-inactive',
      'exam-paused',
      'already-submitted',
      'too-large',
      'wrong-file-kind',
      'file-refused',
      'unavailable',
    ],
  },
  async ({ deps, caller, form }) => {
    const { uid, examID, docs } = readAs(fieldsSchema, {
      uid: form.get('uid'),
      examID: form.get('examID'),
      docs: form.getAll('docs'),
    });
    requireOwn(caller, uid);
    const sitting = await openOwnSitting(deps, caller, examID);
    for (const doc of docs) {
      if (doc.size > LARGEST_PAGE)
        throw new Problem('too-large', { sentence: 'A file can be up to 10 MB.' });
      await receiveDocument(deps, sitting, {
        bytes: new Uint8Array(await doc.arrayBuffer()),
        name: doc.name,
      });
    }
    return { docs: [...sitting.documentsHeld] };
  },
);

const pieceParams = z.object({
  id: idSchema,
  sha256: bounded(64).check(z.regex(/^[0-9a-f]{64}$/)),
});
const wholeNumber = z.pipe(
  z.pipe(z.string(), z.transform(Number)),
  z.int().check(z.nonnegative(), z.maximum(1e9)),
);

export const getDocumentPieces = endpoint(
  {
    route: 'get /exams/:id/documents/:sha256',
    who: 'candidate',
    whileBlocked: true,
    summary: 'How much of a page the server has: where to continue.',
    params: pieceParams,
    reply: documentReplySchema,
    problems: ['not-found', 'throttled'],
  },
  async ({ deps, caller, params: { id, sha256 } }) =>
    howFar(deps, await requireOwnSitting(deps, caller, id), sha256),
);

export const putDocumentPiece = endpoint(
  {
    route: 'put /exams/:id/documents/:sha256',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'The next piece of a page as raw bytes (at most 256 KB); sent again it changes nothing.',
    params: pieceParams,
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
      'throttled',
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
