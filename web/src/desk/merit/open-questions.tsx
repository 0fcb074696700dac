/** What may still change a score: said before the list is worked out and published. */
import { Link } from 'react-router-dom';
import type { MeritList } from '#contract/desk/merit.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { markingPath, paths, rescorePath } from '#web/shared/paths.ts';
import { Notice } from '#web/ui/notice.tsx';

export function hasOpenQuestions({ open }: MeritList): boolean {
  return Object.values(open).some((count) => count > 0);
}

export function OpenQuestions({ merit }: { merit: MeritList }) {
  const { underWay, documentsUnmarked, provisional, heldActs, lateWork, rescores } = merit.open;
  if (!hasOpenQuestions(merit)) return null;
  return (
    <Notice tone="warn" title="Scores may still change">
      <ul>
        {underWay > 0 && <li>{formatCount(underWay, 'candidate')} still sitting the exam.</li>}
        {documentsUnmarked > 0 && (
          <li>
            {formatCount(documentsUnmarked, 'candidate')} whose documents are not marked: they are
            not on the list. <Link to={markingPath(merit.examId)}>Mark documents</Link>
          </li>
        )}
        {provisional > 0 && (
          <li>
            {formatCount(provisional, 'candidate')} whose exam was closed by the server: nothing was
            submitted yet, the score is provisional.
          </li>
        )}
        {heldActs > 0 && (
          <li>
            {formatCount(heldActs, 'candidate')} with late answers that wait for a decision.{' '}
            <Link to={paths.live}>Live</Link>
          </li>
        )}
        {lateWork > 0 && (
          <li>
            {formatCount(lateWork, 'candidate')} whose score depends on late work that nobody has
            reviewed.
          </li>
        )}
        {rescores > 0 && (
          <li>
            {formatCount(rescores, 'corrected key')} not confirmed yet. See what would change:
            <ul>
              {merit.toRescore.map(({ questionId, question }) => (
                <li key={questionId}>
                  <Link to={rescorePath(questionId)}>
                    <bdi>{shorten(question)}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </Notice>
  );
}

const LONGEST = 100;

function shorten(question: string): string {
  const words = question.trim().replace(/\s+/g, ' ');
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
