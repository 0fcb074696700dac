// Every endpoint of the API, in the order a reader would look for them.
import type { Endpoint } from '../middleware/endpoint.ts';
import { postChangePassword } from './auth/change-password.ts';
import { postResetPassword } from './auth/reset-password.ts';
import { postSignIn } from './auth/sign-in.ts';
import { postSignOut } from './auth/sign-out.ts';
import { postSignUp } from './auth/sign-up.ts';
import { decideHeldEndpoint } from './sittings/decide-held.ts';
import { getDocumentPieces, putDocumentPiece } from './sittings/document-pieces.ts';
import { getResult } from './sittings/get-result.ts';
import { listHeldEndpoint } from './sittings/list-held.ts';
import { openSittingEndpoint } from './sittings/open-sitting.ts';
import { submitMcq } from './sittings/submit-mcq.ts';
import { uploadDocs } from './sittings/upload-docs.ts';
import { getTime } from './sync/get-time.ts';
import { pushEventsEndpoint } from './sync/push-events.ts';

export const endpoints: readonly Endpoint[] = [
  postSignUp,
  postSignIn,
  postSignOut,
  postResetPassword,
  postChangePassword,
  openSittingEndpoint,
  pushEventsEndpoint,
  getTime,
  submitMcq,
  uploadDocs,
  getDocumentPieces,
  putDocumentPiece,
  getResult,
  listHeldEndpoint,
  decideHeldEndpoint,
];
