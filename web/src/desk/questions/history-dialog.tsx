/** The versions of a question and who made each, and the exams whose papers contain the question. */
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import {
  type Question,
  type QuestionHistory,
  questionHistorySchema,
} from '#contract/desk/questions.ts';
import { changesBetween } from '#web/shared/desk/changes-between.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { RecordLink } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { examScorePath, rescorePath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { questionInWords } from './question-edit.tsx';
import styles from './questions.module.css';

interface HistoryDialogProps {
  /** Null while the window is closed. */
  question: Question | null;
  onClose: () => void;
}

export function HistoryDialog({ question, onClose }: HistoryDialogProps) {
  return (
    <Dialog open={question !== null} onClose={onClose} title="History">
      {question && <History questionId={question._id} />}
    </Dialog>
  );
}

function History({ questionId }: { questionId: string }) {
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        api.get(`questions/${questionId}/history`, questionHistorySchema, { signal }),
      [questionId],
    ),
  );
  return (
    <DeskList
      asked={asked}
      loadingLabel="Looking through the papers…"
      failedTitle="We couldn’t load the versions"
    >
      {({ versions, used }) => (
        <div className={styles.history}>
          <section>
            <h3>Where it was used</h3>
            {used.length === 0 && <p>It isn’t in any paper yet.</p>}
            <ul className={styles.list}>
              {used.map(({ examId, name, startDate, papers }) => (
                <li key={examId}>
                  <Link to={examScorePath(examId)}>{name}</Link>
                  <span className={styles.aside}>
                    {formatDateTime(startDate)}, {formatCount(papers, 'paper')}
                  </span>
                </li>
              ))}
            </ul>
            {used.length > 0 && versions.length > 1 && (
              <p>
                <RecordLink to={rescorePath(questionId)}>
                  See what correcting it would change
                </RecordLink>
              </p>
            )}
          </section>
          <section>
            <h3>Versions</h3>
            <ol className={styles.list}>
              {versions.map((version, at) => (
                <Version
                  key={version.question.version}
                  version={version}
                  before={versions[at + 1] ?? null}
                />
              ))}
            </ol>
          </section>
        </div>
      )}
    </DeskList>
  );
}

type Version = QuestionHistory['versions'][number];

function Version({ version, before }: { version: Version; before: Version | null }) {
  const { question, at, by, current } = version;
  const now = questionInWords(question);
  const differs = changesBetween(before ? questionInWords(before.question) : {}, now);
  return (
    <li>
      <p>
        <strong>{before ? 'Changed' : 'Imported'}</strong> on {formatDateTime(at)}
        {by && ` by ${by}`}
        {current && ', current version'}
      </p>
      <dl className={styles.changes}>
        {differs.map(({ label, now: text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || 'none'}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
