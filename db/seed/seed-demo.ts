/**
 * Puts the demonstration into an empty database, all or nothing. If there is any exam or question, it changes nothing.
 */
import { inArray, sql } from 'drizzle-orm';
import { SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import type { Database, Orm } from '../client.ts';
import { bumpBankVersion } from '../queries/bank.ts';
import { exams, imports, questionRevisions, questions } from '../schema/exams.ts';
import { orders } from '../schema/money.ts';
import { enrolments, users } from '../schema/people.ts';
import {
  DEMO_PASSWORD,
  type DemoAccount,
  type DemoExam,
  demoAccounts,
  demoExams,
} from './demo-content.ts';
import {
  addSitting,
  type BankQuestion,
  demoMarks,
  readDemoQuestions,
  type SeedTools,
  submissionTimeOf,
} from './seed-tools.ts';

type Revision = typeof questionRevisions.$inferSelect;

/** Whether the demonstration's accounts are there. */
export async function hasDemo(db: Database): Promise<boolean> {
  const uids = demoAccounts.map(({ uid }) => uid);
  const there = await db.orm.select({ uid: users.uid }).from(users).where(inArray(users.uid, uids));
  return there.length === uids.length;
}

export async function seedDemo(db: Database, tools: SeedTools): Promise<void> {
  const passwordHash = await tools.hashPassword(DEMO_PASSWORD);
  const bank = await readDemoQuestions();
  await db.transaction(async (tx) => {
    const [standing] = await tx
      .select({
        empty: sql<boolean>`not exists (select from ${exams}) and not exists (select from ${questions})`,
      })
      .from(sql`(select) as one`);
    if (!standing?.empty) return;
    const revisions = await addQuestions(tx, tools, bank);
    const examIds = new Map<string, string>();
    for (const exam of demoExams) examIds.set(exam.key, await addExam(tx, tools, exam));
    for (const [index, account] of demoAccounts.entries()) {
      const exam = demoExams.find(({ key }) => key === account.exam);
      const examId = examIds.get(account.exam);
      if (!exam || !examId) throw new Error(`The demonstration has no exam ${account.exam}`);
      const enrolmentId = await addCandidate(tx, tools, {
        account,
        index,
        exam,
        examId,
        passwordHash,
      });
      if (account.status === 'Completed')
        await addSitting(tx, tools, {
          uid: account.uid,
          exam,
          examId,
          enrolmentId,
          revisions,
        });
    }
  });
}

async function addQuestions(tx: Orm, tools: SeedTools, bank: BankQuestion[]): Promise<Revision[]> {
  const importId = tools.newId();
  await tx
    .insert(imports)
    .values({ id: importId, state: 'done', fileName: 'demo-questions.json', startedBy: 'server' });
  const added = bank.map((question) => ({
    questionId: tools.newId(),
    ...question,
    ...demoMarks(question.type),
  }));
  const revisions = await tx.insert(questionRevisions).values(added).returning();
  const revisionOf = new Map(revisions.map(({ questionId, id }) => [questionId, id]));
  await tx.insert(questions).values(
    added.map((question, position) => ({
      id: question.questionId,
      revisionId: revisionOf.get(question.questionId) ?? 0,
      type: question.type,
      contentHash: tools.contentHash(question),
      importId,
      position,
    })),
  );
  await bumpBankVersion(tx);
  return revisions;
}

async function addExam(tx: Orm, tools: SeedTools, exam: DemoExam): Promise<string> {
  const id = tools.newId();
  await tx.insert(exams).values({
    id,
    name: exam.name,
    pricePaise: exam.rupees * 100,
    description: exam.description,
    startsAt: new Date(tools.now + exam.startsInMinutes * 60_000),
    durationMinutes: exam.durationMinutes,
    format: exam.format,
    status: exam.status,
    sections: Array.from(
      { length: SECTION_ROWS },
      (_, row) => exam.sections[row] ?? { fieldType: '', fieldCount: 0 },
    ),
  });
  return id;
}

type Candidate = {
  account: DemoAccount;
  index: number;
  exam: DemoExam;
  examId: string;
  passwordHash: string;
};

async function addCandidate(
  tx: Orm,
  tools: SeedTools,
  { account, index, exam, examId, passwordHash }: Candidate,
): Promise<string> {
  const { uid, fullName, status } = account;
  const enrolmentId = tools.newId();
  const at = new Date(tools.now);
  const paid = status !== 'Registered';
  const reference = `DEMO${uid}`;
  const amountPaise = exam.rupees * 100;
  const payment = { reference, customerId: uid, amountPaise };
  const txnId = paid ? ((await tools.payAtGateway?.(tx, tools.now, payment)) ?? reference) : null;
  await tx.insert(users).values({
    uid,
    role: 'candidate',
    fullName,
    email: `${uid.toLowerCase()}@example.com`,
    mobile: `90000000${String(index).padStart(2, '0')}`,
    passwordHash,
    dateOfBirth: '2000-01-26',
    address: '1 Tank Bund Road',
    city: 'Hyderabad',
    state: 'Telangana',
    education: {
      sscYear: '2016',
      sscMarks: '82%',
      gradStream: 'B.Com',
      gradYear: '2021',
      gradMarks: '71%',
    },
    currentEnrolmentId: enrolmentId,
  });
  await tx.insert(enrolments).values({
    id: enrolmentId,
    uid,
    examId,
    status,
    txnId,
    paidAt: paid ? at : null,
    completedAt: status === 'Completed' ? new Date(submissionTimeOf(tools, exam)) : null,
  });
  if (paid) {
    const order = {
      orderId: `EXAM-${uid}-${tools.now}`,
      reference,
      kind: 'exam',
      uid,
      enrolmentId,
      amountPaise,
      state: 'success',
      gatewayTxnId: txnId,
      createdAt: at,
      settledAt: at,
      applicationId: null,
    } as const;
    await tx.insert(orders).values(order);
    await tools.issueInvoice(tx, tools.now, order);
  }
  return enrolmentId;
}
