/**
 * Who may call what, once more and by hand (decisions.md section 3): a route that is new, or whose right was
 * changed by mistake, differs from this table. Write a new route down here.
 */
import type { Who } from '#api/middleware/endpoint.ts';

/** Below /api/v1 and /api/api/v1. */
export const apiRights: Record<string, Who> = {
  'get /docs': 'anyone',
  'get /openapi.json': 'anyone',

  'post /auth/signup': 'anyone',
  'post /auth/signin': 'anyone',
  'post /auth/signout': 'signed-in',
  'post /auth/reset-password': 'anyone',
  'post /auth/change-password': 'signed-in',
  'post /auth/send-uid': 'anyone',

  'get /account': 'signed-in',
  'put /account': 'candidate',
  'get /account/data': 'signed-in',
  'post /account/delete': 'candidate',
  'get /account/second-factor': 'staff',
  'post /account/second-factor': 'staff',
  'post /account/second-factor/confirm': 'staff',
  'post /account/second-factor/remove': 'staff',

  'get /exams': 'anyone',
  'get /exams/names': 'admin',
  'get /exams/question-types': 'admin',
  'get /exams/question-counts': 'admin',
  'get /exams/:id': 'anyone',
  'get /exams/:id/preview': 'admin',
  'post /exams': 'admin',
  'put /exams/:id': 'admin',
  'delete /exams/:id': 'admin',
  'post /exams/updateuser': 'candidate-or-admin',
  'get /exams/by-exam/:id': 'admin',
  'get /exams/by-exam/:id/export': 'admin',
  'post /exams/allow-another': 'admin',
  'post /exams/upload-result/:id': 'admin',
  'delete /exams/delete-result/:id': 'admin',
  'get /exams/:id/analysis': 'admin',
  'get /exams/:id/analysis/questions': 'admin',
  'get /exams/:id/analysis/export': 'admin',
  'get /exams/:id/marking': 'admin',

  'post /exams/:id/sitting': 'candidate',
  'post /exams/submit-mcq': 'candidate',
  'post /exams/upload-docs': 'candidate',
  'get /exams/:id/documents/:sha256': 'candidate',
  'put /exams/:id/documents/:sha256': 'candidate',
  'get /exams/getresult/:uid': 'candidate-or-admin',
  'post /sync/push': 'candidate',
  'get /sync/time': 'anyone',
  'get /sittings': 'candidate',
  'get /sittings/held': 'admin',
  'post /sittings/:id/held': 'admin',
  'post /sittings/:id/looked': 'admin',
  'get /live': 'admin',
  'get /live/:examId/sittings': 'admin',
  'get /sittings/:id/marking': 'admin',
  'put /sittings/:id/marking': 'admin',

  'get /questions': 'candidate-or-admin',
  'post /questions/upload': 'admin',
  'get /questions/download': 'admin',
  'get /questions/template': 'admin',
  'get /questions/:id': 'admin',
  'put /questions/:id': 'admin',
  'delete /questions/:id': 'admin',
  'post /questions/:id/rescore': 'admin',
  'get /questions/:id/rescore': 'admin',
  'get /questions/:id/rescore/changes': 'admin',
  'post /questions/:id/rescore/apply': 'admin',

  'post /applications': 'anyone',
  'get /applications': 'admin',
  'get /applications/export': 'admin',
  'get /applications/:id': 'admin',
  'put /applications/:id': 'admin',
  'post /applicationpayment/hdfc': 'anyone',
  'post /payment/hdfc': 'candidate',
  'get /payment/paymentresponse': 'gateway',
  'post /payment/paymentresponse': 'gateway',
  'get /payment/applicationpaymentresponse': 'gateway',
  'post /payment/applicationpaymentresponse': 'gateway',
  'post /payment/webhook': 'gateway',
  'get /payment/orders/:orderId': 'anyone',
  'get /payments': 'admin',
  'get /payments/export': 'admin',
  'get /payments/:orderId': 'admin',
  'get /payments/:orderId/receipt': 'anyone',
  'post /payments/:orderId/reconcile': 'admin',
  'post /payments/:orderId/refunds': 'admin',

  'post /contact': 'anyone',
  'post /enquiries': 'anyone',
  'post /newsletter': 'anyone',
  'get /enquiries': 'admin',
  'get /enquiries/export': 'admin',
  'get /enquiries/:id': 'admin',
  'put /enquiries/:id': 'admin',

  'get /staff': 'admin',
  'post /staff': 'admin',
  'get /staff/:uid': 'admin',
  'put /staff/:uid': 'admin',
  'post /staff/:uid/password': 'admin',
  'post /staff/:uid/revoke': 'admin',
  'post /staff/:uid/restore': 'admin',
  'get /staff/:uid/exams': 'admin',
  'put /staff/:uid/exams/:examId': 'admin',
  'delete /staff/:uid/exams/:examId': 'admin',
  'put /staff/:uid/exams/:examId/rooms': 'admin',
  'get /proctor/exams': 'staff',
  'get /proctor/board': 'staff',
  'post /proctor/acts': 'staff',

  'get /activity': 'admin',
  'get /activity/export': 'admin',
  'get /settings/brand': 'anyone',
  'get /settings': 'admin',
  'put /settings/brand': 'admin',
  'put /settings/policies': 'admin',
  'get /settings/integrations': 'admin',
  'post /settings/integrations/:name/test': 'admin',
};

/** At the origin itself. */
export const rootRights: Record<string, Who> = {
  'get /files/:id': 'anyone',
  'get /files/:id/:name': 'anyone',
  'get /healthz': 'anyone',
  'get /readyz': 'anyone',
  'get /metrics': 'operator',
};

/**
 * The simulated gateway stands in for the bank: `merchant` calls bear the merchant's key, `page` is the bank's
 * page for whoever has its unguessable address. Production refuses to start with it.
 */
export const simulatedRights: Record<string, 'merchant' | 'page'> = {
  'post /session': 'merchant',
  'get /orders/:reference': 'merchant',
  'post /orders/:reference/refunds': 'merchant',
  'get /pay/:id': 'page',
  'post /pay/:id': 'page',
};
