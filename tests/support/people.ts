/**
 * Rows a test starts from, written straight into the database: exams, questions, people in each status.
 * What they do after that goes through the API.
 */
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { newSession } from '#api/services/auth/sessions.ts';
import { newId, newUid } from '#api/services/new-id.ts';
import { SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import type { ExamFormat, ExamStart, Section } from '#contract/wire/exams.ts';
import { type Role, SUPER_ADMIN, type UserStatus } from '#contract/wire/users.ts';
import { bumpBankVersion } from '#db/queries/bank.ts';
import { exams, imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';

export const PASSWORD = 'a good long password';

export type TestExam = {
  name?: string;
  /** Milliseconds since 1970; by default an hour ago. */
  startsAt?: number;
  durationMinutes?: number;
  format?: ExamFormat;
  status?: 'Active' | 'Inactive';
  start?: ExamStart;
  pricePaise?: number;
  sections?: Section[];
};

export type TestCandidate = {
  uid: string;
  token: string;
  email: string;
  mobile: string;
  enrolmentId: string | null;
};

export type People = {
  /**
   * @returns the exam's id; by default MCQ, Active, open, an hour long, and without sections, so that nobody can sit it
   */
  makeExam(exam?: TestExam): Promise<string>;
  /** Puts `count` questions of one type in the bank: `<type> question 1` …, options `A` to `D`, A is right. */
  makeQuestions(
    type: string,
    count: number,
    marks?: { weightage: number; negative: number },
  ): Promise<string[]>;
  /** A candidate who is signed in; with an exam, enrolled in it in the status given (Registered by default). */
  makeCandidate(candidate?: { examId?: string; status?: UserStatus }): Promise<TestCandidate>;
  makeStaff(role: Exclude<Role, 'candidate'>): Promise<{ uid: string; token: string }>;
  /** A new token for an existing user. */
  signInAs(uid: string): Promise<string>;
};

/** A comparison costs what the hash itself says: here next to nothing, because no test is about that cost. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
let people = 0;

export async function peopleIn({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<People> {
  const addUser = async (uid: string, role: Role) => {
    people += 1;
    const email = `person${people}@example.com`;
    const mobile = `9${String(people).padStart(9, '0')}`;
    await db.orm
      .insert(users)
      .values({
        uid,
        role,
        fullName: `Person ${people}`,
        email,
        mobile,
        passwordHash: await passwordHash,
      })
      .onConflictDoNothing();
    return { email, mobile };
  };

  const signInAs: People['signInAs'] = async (uid) => {
    const { token, tokenHash, expiresAt } = newSession(now());
    await db.orm.insert(sessions).values({ tokenHash, uid, expiresAt });
    return token;
  };

  await addUser(SUPER_ADMIN, 'admin');

  return {
    signInAs,
    async makeExam(exam = {}) {
      const id = newId();
      const sections = exam.sections ?? [];
      await db.orm.insert(exams).values({
        id,
        name: exam.name ?? `Exam ${id}`,
        pricePaise: exam.pricePaise ?? 50_000,
        description: '<p>About the exam</p>',
        startsAt: new Date(exam.startsAt ?? now() - 3_600_000),
        durationMinutes: exam.durationMinutes ?? 60,
        format: exam.format ?? 'MCQ',
        status: exam.status ?? 'Active',
        start: exam.start ?? 'own',
        sections: Array.from(
          { length: SECTION_ROWS },
          (_, row) => sections[row] ?? { fieldType: '', fieldCount: 0 },
        ),
      });
      return id;
    },
    async makeQuestions(type, count, marks = { weightage: 1, negative: 0 }) {
      const importId = newId();
      await db.orm
        .insert(imports)
        .values({ id: importId, state: 'done', fileName: 'test.xlsx', startedBy: SUPER_ADMIN });
      const ids = Array.from({ length: count }, () => newId());
      if (count === 0) return ids;
      const revisions = await db.orm
        .insert(questionRevisions)
        .values(
          ids.map((questionId, index) => ({
            questionId,
            type,
            text: `${type} question ${index + 1}`,
            options: ['A', 'B', 'C', 'D'].map((letter) => `${letter}${index + 1}`),
            correct: 0,
            weightage: Math.round(marks.weightage * 100),
            negative: Math.round(marks.negative * 100),
          })),
        )
        .returning({ id: questionRevisions.id, questionId: questionRevisions.questionId });
      await db.orm.insert(questions).values(
        revisions.map((revision, position) => ({
          id: revision.questionId,
          revisionId: revision.id,
          type,
          contentHash: `${type} ${revision.questionId}`,
          importId,
          position,
        })),
      );
      await bumpBankVersion(db.orm);
      return ids;
    },
    async makeCandidate({ examId, status = 'Registered' } = {}) {
      const uid = newUid();
      const named = await addUser(uid, 'candidate');
      const enrolmentId = examId ? newId() : null;
      if (examId && enrolmentId) {
        const paid = status === 'Registered' ? null : new Date(now());
        await db.orm.insert(enrolments).values({
          id: enrolmentId,
          uid,
          examId,
          status,
          paidAt: paid,
          txnId: paid ? `TXN${uid}` : null,
          completedAt: status === 'Completed' ? new Date(now()) : null,
        });
        await db.orm
          .update(users)
          .set({ currentEnrolmentId: enrolmentId })
          .where(eq(users.uid, uid));
      }
      return { uid, token: await signInAs(uid), ...named, enrolmentId };
    },
    async makeStaff(role) {
      const uid = newUid();
      await addUser(uid, role);
      return { uid, token: await signInAs(uid) };
    },
  };
}

/** A valid registration form; to send it twice, change email address and mobile number. */
export const signUpForm = (examId: string) => ({
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9000012345',
  password: 'correct horse battery',
  dateOfBirth: '2001-04-30',
  postAppliedFor: examId,
  address: '12 Tank Bund Road',
  city: 'Hyderabad',
  state: 'Telangana',
});
