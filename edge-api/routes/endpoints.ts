// Every endpoint of the API, in the order a reader would look for them.
import type { Endpoint } from '../middleware/endpoint.ts';
import {
  deletePhoto,
  getAccount,
  getAccountData,
  getPhoto,
  postAccountDelete,
  putAccount,
  putPhoto,
} from './account/account.ts';
import {
  getSecondFactor,
  postSecondFactor,
  postSecondFactorConfirm,
  postSecondFactorRemove,
} from './account/second-factor.ts';
import { getActivity, getActivityExport } from './activity/activity.ts';
import { getAnalysis, getAnalysisExport, getQuestionFigures } from './analysis/get-analysis.ts';
import {
  getApplication,
  getApplications,
  getApplicationsExport,
  putApplication,
} from './applications/application-desk.ts';
import { postApplication } from './applications/create-application.ts';
import { postChangePassword } from './auth/change-password.ts';
import { postResetPassword } from './auth/reset-password.ts';
import { postSendUid } from './auth/send-uid.ts';
import { postSignIn } from './auth/sign-in.ts';
import { postSignOut } from './auth/sign-out.ts';
import { postSignUp } from './auth/sign-up.ts';
import { getCandidateTemplate, postCandidateList } from './candidates/add-list.ts';
import { getCandidatePhoto, postCandidatePhotoRemoval } from './candidates/candidate-photo.ts';
import { getCandidate, getCandidates, postCandidate } from './candidates/candidates.ts';
import {
  postCandidateBlock,
  postCandidateMove,
  postCandidatePaid,
  postCandidatePassword,
  postCandidateUnblock,
  putCandidate,
  putCandidateNote,
} from './candidates/correct-candidate.ts';
import { putEnquiry } from './enquiries/change-enquiry.ts';
import { getEnquiries, getEnquiriesExport, getEnquiry } from './enquiries/list-enquiries.ts';
import { postContact, postHireUs, postNewsletter } from './enquiries/send-enquiry.ts';
import { postAllowAnother } from './exams/allow-another.ts';
import { postExamArchive, postExamBringBack } from './exams/archive-exam.ts';
import { postSeats, putAccommodations } from './exams/change-accommodations.ts';
import { putExam } from './exams/change-exam.ts';
import { postExam } from './exams/create-exam.ts';
import { deleteExam } from './exams/delete-exam.ts';
import { getParticipantsExport } from './exams/export-participants.ts';
import { getExamNames, getExams } from './exams/list-exams.ts';
import { getParticipants } from './exams/list-participants.ts';
import { getQuestionCounts, getQuestionTypes } from './exams/list-question-types.ts';
import { getExamPreview } from './exams/preview-exam.ts';
import { deleteResult, postResult } from './exams/publish-result.ts';
import { getExam } from './exams/read-exam.ts';
import { postUpdateUser } from './exams/update-user.ts';
import { getDocument } from './files/get-document.ts';
import { getFile, getNamedFile } from './files/get-file.ts';
import { getHealth, getMetrics, getReadiness } from './health/health.ts';
import { getLive, getLiveSittings } from './live/watch-exams.ts';
import { getMarking } from './marking/list-markable.ts';
import { putMark } from './marking/mark-documents.ts';
import { getMarkable } from './marking/read-markable.ts';
import { getOwnRank, getPublishedMerit } from './merit/find-rank.ts';
import {
  getMerit,
  getMeritExport,
  getMeritPlaces,
  postMeritPublish,
  postMeritWithdraw,
  postMeritWorkOut,
  putMerit,
  putMeritCategories,
} from './merit/merit.ts';
import { getExamKey } from './papers/get-exam-key.ts';
import { getSealedPaper } from './papers/get-sealed-paper.ts';
import { postReadiness } from './papers/post-readiness.ts';
import { getStartCode, getStartCodes, postStartCode } from './papers/start-codes.ts';
import { getOrder } from './payments/get-order.ts';
import { getReceipt } from './payments/get-receipt.ts';
import {
  getPayment,
  getPayments,
  getPaymentsExport,
  postReconcile,
  postRefund,
} from './payments/order-desk.ts';
import { postApplicationPayment } from './payments/start-application-payment.ts';
import { postExamPayment } from './payments/start-exam-payment.ts';
import { paymentReturns } from './payments/take-return.ts';
import { postPaymentWebhook } from './payments/take-webhook.ts';
import { getBoard, getHeldOf, getReport, getSeatPhoto, postActs } from './proctor/board.ts';
import { getOwnExams } from './proctor/list-own-exams.ts';
import { getBoardStream } from './proctor/stream.ts';
import {
  getQuestionHistory,
  postQuestionArchive,
  postQuestionBringBack,
} from './questions/archive-question.ts';
import { putQuestion } from './questions/change-question.ts';
import {
  getQuestionsDownload,
  getQuestionsSample,
  getQuestionsTemplate,
} from './questions/download-questions.ts';
import { getQuestions } from './questions/list-questions.ts';
import { getQuestion } from './questions/read-question.ts';
import { deleteQuestion } from './questions/remove-question.ts';
import { postQuestions } from './questions/upload-questions.ts';
import { getReceiptCheck, getReceiptKeys } from './receipts/receipts.ts';
import { postApplyRescore } from './rescoring/apply-rescore.ts';
import { getRescoreChanges } from './rescoring/list-changes.ts';
import { getRescore, postRescore } from './rescoring/rescore-question.ts';
import { getIntegrations, postIntegrationTest } from './settings/integrations.ts';
import { getBrand, getSettings, putBrand, putPolicies } from './settings/settings.ts';
import { decideHeldEndpoint } from './sittings/decide-held.ts';
import { getDocumentPieces, putDocumentPiece } from './sittings/document-pieces.ts';
import { getResult } from './sittings/get-result.ts';
import { listHeldEndpoint } from './sittings/list-held.ts';
import { getOwnSittings } from './sittings/list-own-sittings.ts';
import { lookAtLateEndpoint } from './sittings/look-at-late.ts';
import { openSittingEndpoint } from './sittings/open-sitting.ts';
import { submitMcq } from './sittings/submit-mcq.ts';
import { uploadDocs } from './sittings/upload-docs.ts';
import { inboundTexts } from './sms/take-in-texts.ts';
import {
  deleteProctorExam,
  getProctorExams,
  putProctorExam,
  putProctorRooms,
} from './staff/proctor-exams.ts';
import {
  getProctor,
  getProctors,
  postProctor,
  postProctorPassword,
  postProctorRestore,
  postProctorRevoke,
  putProctor,
} from './staff/proctors.ts';
import { getDownlink, postReport } from './sync/downlink.ts';
import { getTime } from './sync/get-time.ts';
import { pushEventsEndpoint } from './sync/push-events.ts';
import { postHandOver } from './sync/take-in-hand-over.ts';

export const endpoints: readonly Endpoint[] = [
  postSignUp,
  postSignIn,
  postSignOut,
  postResetPassword,
  postChangePassword,
  postSendUid,
  getAccount,
  putAccount,
  getAccountData,
  getPhoto,
  putPhoto,
  deletePhoto,
  postAccountDelete,
  getSecondFactor,
  postSecondFactor,
  postSecondFactorConfirm,
  postSecondFactorRemove,
  getExams,
  getExamNames,
  getQuestionTypes,
  getQuestionCounts,
  getExam,
  getExamPreview,
  postExam,
  putExam,
  deleteExam,
  postExamArchive,
  postExamBringBack,
  postUpdateUser,
  getParticipants,
  putAccommodations,
  postSeats,
  getParticipantsExport,
  getAnalysis,
  getQuestionFigures,
  getAnalysisExport,
  getCandidates,
  postCandidate,
  postCandidateList,
  getCandidateTemplate,
  getCandidate,
  postCandidateMove,
  postCandidatePaid,
  putCandidate,
  putCandidateNote,
  getCandidatePhoto,
  postCandidatePhotoRemoval,
  postCandidatePassword,
  postCandidateBlock,
  postCandidateUnblock,
  postAllowAnother,
  postResult,
  deleteResult,
  postExamPayment,
  ...paymentReturns,
  postPaymentWebhook,
  getOrder,
  getReceipt,
  getPayments,
  getPaymentsExport,
  getPayment,
  postReconcile,
  postRefund,
  postApplication,
  getApplications,
  getApplicationsExport,
  getApplication,
  putApplication,
  postApplicationPayment,
  postContact,
  postHireUs,
  postNewsletter,
  getEnquiries,
  getEnquiriesExport,
  getEnquiry,
  putEnquiry,
  getQuestions,
  postQuestions,
  getQuestionsDownload,
  getQuestionsTemplate,
  getQuestionsSample,
  getQuestion,
  putQuestion,
  deleteQuestion,
  postQuestionArchive,
  postQuestionBringBack,
  getQuestionHistory,
  postRescore,
  getRescore,
  getRescoreChanges,
  postApplyRescore,
  // Before what is asked of an exam: a uid may read like one of those.
  getResult,
  getSealedPaper,
  getExamKey,
  postReadiness,
  getStartCodes,
  getStartCode,
  postStartCode,
  openSittingEndpoint,
  pushEventsEndpoint,
  postHandOver,
  ...inboundTexts,
  getReceiptCheck,
  getTime,
  getDownlink,
  postReport,
  submitMcq,
  uploadDocs,
  getDocumentPieces,
  putDocumentPiece,
  getOwnSittings,
  listHeldEndpoint,
  decideHeldEndpoint,
  lookAtLateEndpoint,
  getLive,
  getLiveSittings,
  getActivity,
  getActivityExport,
  getProctors,
  postProctor,
  getProctor,
  putProctor,
  postProctorPassword,
  postProctorRevoke,
  postProctorRestore,
  getProctorExams,
  putProctorExam,
  putProctorRooms,
  deleteProctorExam,
  getOwnExams,
  getBoard,
  postActs,
  getHeldOf,
  getSeatPhoto,
  getReport,
  getBoardStream,
  getBrand,
  getSettings,
  putBrand,
  putPolicies,
  getIntegrations,
  postIntegrationTest,
  getMarking,
  getMarkable,
  putMark,
  getMerit,
  putMerit,
  putMeritCategories,
  postMeritWorkOut,
  getMeritPlaces,
  getMeritExport,
  postMeritPublish,
  postMeritWithdraw,
  getPublishedMerit,
  getOwnRank,
  getDocument,
];

/** Outside /api/v1: stored files, whose paths are relative to the origin, and what machinery asks. */
export const rootEndpoints: readonly Endpoint[] = [
  getFile,
  getNamedFile,
  getHealth,
  getReadiness,
  getMetrics,
  getReceiptKeys,
];
