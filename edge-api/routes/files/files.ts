// Stored files and documents. Contents are sent with their own media type, and never as anything that a browser would run.
import * as z from 'zod/mini';
import { disposition } from '#api/middleware/reply.ts';
import { documentSchema } from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readDocument, readFile } from '../../services/files/read-file.ts';

const declaration = {
  who: 'anyone',
  query: z.object({
    until: z.optional(z.pipe(z.string(), z.transform(Number))),
    signature: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: { describe: 'The file: image/webp, image/jpeg, image/png or application/pdf' },
  problems: ['not-found'],
} as const;

export const getFile = endpoint(
  {
    ...declaration,
    route: 'get /files/:id',
    summary:
      'An exam’s picture or result PDF; a document only for its owner, the administrator or a signed link.',
    params: z.object({ id: idSchema }),
  },
  ({ deps, params, query, caller, request }) => answer(deps, params.id, caller, query, request),
);

export const getNamedFile = endpoint(
  {
    ...declaration,
    route: 'get /files/:id/:name',
    summary: 'The same, with a readable name in the address.',
    params: z.object({ id: idSchema, name: z.string() }),
  },
  ({ deps, params, query, caller, request }) => answer(deps, params.id, caller, query, request),
);

async function answer(
  ...[deps, id, caller, link, request]: [...Parameters<typeof readFile>, Request]
): Promise<Response> {
  const file = await readFile(deps, id, caller, link);
  const etag = `"${file.sha256.slice(0, 32)}"`;
  const headers = {
    etag,
    'cache-control': CACHING[file.kind],
    'content-type': file.mediaType,
    'x-content-type-options': 'nosniff',
    'content-disposition': disposition('inline', file.name),
    'cross-origin-resource-policy': 'same-origin',
    // A browser's PDF viewer doesn't start inside a sandbox. The viewer is a sandbox itself and runs nothing as this site.
    ...(file.mediaType === 'application/pdf'
      ? {}
      : { 'content-security-policy': "default-src 'none'; sandbox" }),
  };
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(file.content), { headers });
}

const CACHING = {
  'exam-image': 'public, max-age=31536000, immutable', // another picture has another id
  'result-pdf': 'public, no-cache', // the office may withdraw it
  document: 'private, no-store',
} as const;

export const getDocument = endpoint(
  {
    route: 'get /documents/:id',
    who: 'admin',
    summary: 'A page that a candidate submitted: whose it is, which exam, and where its bytes are.',
    params: z.object({ id: idSchema }),
    reply: documentSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => readDocument(deps, id),
);
