// POST exams/upload-docs: whole documents in one multipart request (specification section 7).
import * as z from 'zod/mini';
import { LARGEST_PAGE, uploadDocsReplySchema } from '#contract/wire/sync.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint, readAs, requireOwn } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { openOwnSitting } from '../../services/sittings/own-sitting.ts';
import { receiveDocument } from '../../services/sittings/receive-document.ts';

const LARGEST_UPLOAD = 5 * LARGEST_PAGE;
const fieldsSchema = z.object({
  uid: z.string(),
  examID: idSchema,
  docs: z.array(z.instanceof(File)).check(z.minLength(1, 'Please choose a file.')),
});

export const uploadDocs = endpoint(
  {
    method: 'post',
    path: '/exams/upload-docs',
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
        throw new Problem('too-large', { sentence: 'A file may have at most 10 MB.' });
      await receiveDocument(deps, sitting, {
        bytes: new Uint8Array(await doc.arrayBuffer()),
        name: doc.name,
      });
    }
    return { docs: [...sitting.documentsHeld] };
  },
);
