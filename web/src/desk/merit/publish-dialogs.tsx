/** Publishing and withdrawing a merit list; each asks for a reason, which Activity records. */

import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { type MeritList, meritListSchema, meritPublishSchema } from '#contract/desk/merit.ts';
import { ticked } from '#web/shared/desk/ticked.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { markingPath, paths, rescorePath } from '#web/shared/paths.ts';
import { useFieldError } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OfficeDialog } from '../candidates/office-dialog.tsx';
import styles from './merit-list.module.css';
import { LONG_WORK_MS } from './published.tsx';

interface DialogProps {
  open: boolean;
  merit: MeritList;
  onClose: () => void;
  onDone: (said: string) => void;
}

const publishSchema = z.object({
  names: ticked,
  despite: ticked,
  reason: meritPublishSchema.shape.reason,
});

export function PublishDialog({ open, merit, onClose, onDone }: DialogProps) {
  const { examId, examName, latest, published } = merit;
  const people = formatCount(latest?.people ?? 0, 'candidate');
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Publish the merit list"
      action="Publish"
      pendingLabel="Making the PDF…"
      problemTitle="Nothing was published"
      schema={publishSchema}
      send={(body) =>
        api.post(
          `exams/${examId}/merit/publish`,
          { ...body, edition: latest?.id },
          meritListSchema,
          { timeoutMs: LONG_WORK_MS },
        )
      }
      onDone={() => onDone(`Merit list published: ${people}.`)}
      fallback="We couldn’t publish the list. Please try again."
    >
      <p>
        {people} of <strong>{examName}</strong> will be able to find their own rank by UID, and
        anyone can read the PDF on the Results page.{' '}
        {published
          ? 'It replaces the list published now.'
          : 'Any earlier result PDF of this exam will be replaced.'}
      </p>
      <label className={styles.check}>
        <input type="checkbox" name="names" defaultChecked={published?.names ?? false} />
        Show names beside the UIDs in the PDF
      </label>
      <OpenQuestions merit={merit} />
      {hasOpenQuestions(merit) && (
        <label className={styles.check}>
          <input type="checkbox" name="despite" />
          Publish anyway
        </label>
      )}
      <DespiteFault />
    </OfficeDialog>
  );
}

function DespiteFault() {
  const fault = useFieldError('despite');
  return (
    fault && (
      <p className={styles.error} role="alert">
        {fault}
      </p>
    )
  );
}

const withdrawSchema = z.object({ reason: meritPublishSchema.shape.reason });

export function WithdrawDialog({ open, merit, onClose, onDone }: DialogProps) {
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Withdraw the merit list"
      action="Withdraw"
      pendingLabel="Withdrawing…"
      problemTitle="Nothing was withdrawn"
      danger
      schema={withdrawSchema}
      send={(body) => api.post(`exams/${merit.examId}/merit/withdraw`, body, meritListSchema)}
      onDone={() => onDone('Merit list withdrawn. You can publish it again at any time.')}
      fallback="We couldn’t withdraw the list. Please try again."
    >
      <p>
        This removes the PDF from the Results page, and candidates can’t find their rank any more.
        People who saved a copy will still have it.
      </p>
    </OfficeDialog>
  );
}

/** Whether anything may still change a score. */
function hasOpenQuestions({ open }: MeritList): boolean {
  return Object.values(open).some((count) => count > 0);
}

/** Says what may still change a score, before the list is worked out or published. */
export function OpenQuestions({ merit }: { merit: MeritList }) {
  const { underWay, documentsUnmarked, provisional, heldActs, lateWork, rescores } = merit.open;
  if (!hasOpenQuestions(merit)) return null;
  return (
    <Notice tone="warn" title="Scores may still change">
      <ul>
        {underWay > 0 && <li>{formatCount(underWay, 'candidate')} still taking the exam.</li>}
        {documentsUnmarked > 0 && (
          <li>
            {formatCount(documentsUnmarked, 'candidate')} whose documents aren’t marked. They aren’t
            on the list. <Link to={markingPath(merit.examId)}>Mark documents</Link>
          </li>
        )}
        {provisional > 0 && (
          <li>
            {formatCount(provisional, 'candidate')} whose exam was closed by the server. Nothing has
            been submitted yet, so the score is provisional.
          </li>
        )}
        {heldActs > 0 && (
          <li>
            {formatCount(heldActs, 'candidate')} with late work waiting for a decision.{' '}
            <Link to={`${paths.live}?tab=held`}>Decide</Link>
          </li>
        )}
        {lateWork > 0 && (
          <li>
            {formatCount(lateWork, 'candidate')} whose score depends on late work nobody has
            reviewed. <Link to={`${paths.live}?tab=held`}>Review it</Link>
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
