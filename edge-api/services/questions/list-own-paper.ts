// The questions of a candidate's own paper, in the drawn order, without what tells the answer.
import { eq } from 'drizzle-orm';
import type { CandidateQuestion } from '#contract/desk/questions.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { openSitting } from '../sittings/open-sitting.ts';

/**
 * Opens the sitting where it isn't open yet: seeing the paper starts the clock.
 * @param type one section, or empty for all
 * @throws Problem not-eligible, not-open-yet, exam-inactive, already-submitted, device-not-allowed, exam-paused,
 * section-too-large
 */
export async function listOwnPaper(
  deps: Deps,
  caller: Caller,
  type: string,
): Promise<CandidateQuestion[]> {
  const [current] = await deps.db.orm
    .select({ examId: enrolments.examId })
    .from(users)
    .innerJoin(enrolments, eq(enrolments.id, users.currentEnrolmentId))
    .where(eq(users.uid, caller.uid));
  if (!current) throw new Problem('not-eligible');
  const { questions } = await openSitting(deps, caller, current.examId, null);
  return questions
    .filter(({ section }) => type === '' || section === type)
    .map(({ qid, section, text, options }) => {
      const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = options;
      return {
        _id: qid,
        Questions: text,
        OptionOne,
        OptionTwo,
        OptionThree,
        OptionFour,
        Type: section,
      };
    });
}
