/**
 * A server whose administrator's desk has something on every screen: an exam with a long name, taken by one candidate
 * with a photographed page and by another on two devices, with a late answer from one of them; a key that was corrected
 * afterwards; an enquiry; an application; a proctor who watches the exam.
 */
import sharp from 'sharp';
import { z } from 'zod';
import { questionSchema } from '#contract/desk/questions.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import {
  addProctor,
  callApi,
  openAdminSession,
  openSession,
  type Session,
} from './admin-session.ts';
import { examSite, type PaidCandidate } from './exam-site.ts';
import { type FileQuestion, makeQuestions } from './question-file.ts';
import { demoServer, type RunningServer } from './running-server.ts';
import { sitExam } from './sitting-page.ts';

export const LONG_NAME =
  'Combined Graduate Level Assessment for Assistant Engineers (Electrical and Instrumentation), Southern Zone, second attempt';
const TYPE = 'Mountain ranges of the Deccan';

export interface FurnishedDesk {
  server: RunningServer;
  admin: Session;
  proctor: Session;
  questions: readonly FileQuestion[];
  /** The full address of a screen, with its placeholders filled in. */
  addressOf: (path: string) => string;
}

export async function furnishDesk(): Promise<FurnishedDesk> {
  const server = await demoServer();
  const admin = await openAdminSession(server);
  const site = await examSite(server);
  const questions = makeQuestions(TYPE, 3);
  await site.upload(questions);
  const examId = await site.createExam({
    name: LONG_NAME,
    startDate: new Date(Date.now() - 60_000),
    minutes: 90,
    format: 'MIX',
    sections: [{ type: TYPE, count: 3 }],
  });
  const sat = await site.paidCandidate(examId);
  await submitPage(server, sat);
  await sitExam(server, sat, questions, TYPE);
  await sitWithLateAnswer(server, await site.paidCandidate(examId));
  const questionId = await correctKey(server, admin);
  await writeToOffice(server);
  const added = await addProctor(server, admin, 'Lakshmi Venkataramana Subrahmanyam');
  const watched = `staff/${added.uid}/exams/${examId}`;
  await callApi(server, watched, { method: 'PUT', token: admin.token });
  return {
    server,
    admin,
    proctor: await openSession(server, added.uid, added.password),
    questions,
    addressOf: (path) =>
      server.url +
      path.replace(':examId', examId).replace(':questionId', questionId).replace(':uid', sat.uid),
  };
}

async function submitPage(server: RunningServer, { uid, token, examId }: PaidCandidate) {
  const form = new FormData();
  form.set('uid', uid);
  form.set('examID', examId);
  const page = sharp({ create: { width: 600, height: 800, channels: 3, background: '#e8c9a0' } });
  form.append('docs', new File([new Uint8Array(await page.jpeg().toBuffer())], 'page 1.jpg'));
  await fetch(`${server.url}/api/v1/exams/upload-docs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
}

/** Submits on a tablet while a phone without a network still keeps an answer, then sends that answer late. */
async function sitWithLateAnswer(server: RunningServer, { uid, token, examId }: PaidCandidate) {
  const open = async (deviceId: string, takeOver: boolean) =>
    openReplySchema.parse(
      await callApi(server, `exams/${examId}/sitting`, {
        token,
        body: { protocol: 1, deviceId, takeOver },
      }),
    );
  const { sittingId, epoch, questions } = await open('phone-1', false);
  await open('tablet-1', true);
  await callApi(server, 'exams/submit-mcq', { token, body: { uid, examID: examId, answers: [] } });
  const qid = questions[0]?.qid;
  const late = {
    seq: 1,
    type: 'answered',
    qid,
    answer: 'OptionTwo',
    at: Date.now(),
    elapsed: 1_000,
  };
  await callApi(server, 'sync/push', {
    token,
    body: { protocol: 1, sittingId, deviceId: 'phone-1', epoch, events: [late] },
  });
}

/** @returns id of the question whose key is no longer the one that the exam was scored by */
async function correctKey(server: RunningServer, { token }: Session): Promise<string> {
  const found = await callApi(server, 'questions?search=Deccan&page=1&pageSize=10', { token });
  const [question] = z.array(questionSchema).parse(found);
  if (!question) throw new Error('The question is not in the bank.');
  const CorrectAnswer = question.CorrectAnswer === 'OptionOne' ? 'OptionTwo' : 'OptionOne';
  const body = { ...question, CorrectAnswer };
  await callApi(server, `questions/${question._id}`, { method: 'PUT', token, body });
  return question._id;
}

async function writeToOffice(server: RunningServer) {
  await callApi(server, 'contact', {
    body: {
      firstname: 'Venkata Satyanarayana',
      lastname: 'Lakshminarasimhan',
      email: 'venkata.satyanarayana.lakshminarasimhan@example.com',
      phone: '98765 43210',
      message: 'Do you train on Saturdays?\nI work in the week.',
    },
  });
  await callApi(server, 'applications', {
    body: {
      name: 'Ravi Teja',
      email: 'ravi@example.com',
      phone: '98765 43210',
      course: 'Germany Job Placement',
      amount: '1',
      txnId: '',
    },
  });
}
