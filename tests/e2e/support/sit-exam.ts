/** A candidate who sits an exam over the API alone, knowing the questions' file. */
import { z } from 'zod';
import { candidateQuestionSchema } from '#contract/desk/questions.ts';
import { callApi } from './admin-session.ts';
import type { PaidCandidate } from './exam-site.ts';
import type { FileQuestion } from './question-file.ts';
import type { RunningServer } from './running-server.ts';

const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;

/** Answers all of one type rightly, leaves the rest blank, and submits. */
export async function sitExam(
  server: RunningServer,
  { uid, token, examId: examID }: PaidCandidate,
  questions: readonly FileQuestion[],
  type: string,
): Promise<void> {
  const paper = z
    .array(candidateQuestionSchema)
    .parse(await callApi(server, `questions?type=${type}`, { token }));
  const answers = paper.map((item) => {
    const { options, right } = questions.find(({ text }) => text === item.Questions) ?? {};
    const answer = names.find((name) => item[name] === options?.[right ?? 0]) ?? '';
    return { qid: item._id, answer };
  });
  await callApi(server, 'exams/submit-mcq', { token, body: { uid, examID, answers } });
}
