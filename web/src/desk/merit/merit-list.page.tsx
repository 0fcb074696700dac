/** The merit list of an exam: its rules, the ranked candidates, and what the public sees. */
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { type MeritList as Merit, meritFileName, meritListSchema } from '#contract/desk/merit.ts';
import { rulesInWords } from '#machines/merit/rules-in-words.ts';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { api } from '#web/shared/http.ts';
import { examScorePath, meritListPath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './merit-list.module.css';
import { OpenQuestions, PublishDialog, WithdrawDialog } from './publish-dialogs.tsx';
import { MeritPlaces, Published, WorkOutButton } from './published.tsx';
import { CategoriesDialog, RulesDialog } from './rules-dialog.tsx';

export default function MeritList() {
  const { examId = '' } = useParams();
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        api.get(`exams/${encodeURIComponent(examId)}/merit`, meritListSchema, { signal }),
      [examId],
    ),
  );
  return (
    <DeskPage
      title={asked.latest ? `Merit list: ${asked.latest.examName}` : 'Merit list'}
      acts={
        <>
          <LinkButton to={useWayBack(examScorePath(examId))} icon="arrow-left">
            Exam Score
          </LinkButton>
          {asked.latest?.latest && (
            <DownloadButton
              path={`exams/${examId}/merit/export`}
              fileName={meritFileName(asked.latest.examName)}
            >
              Export to Excel
            </DownloadButton>
          )}
        </>
      }
    >
      <DeskList
        asked={asked}
        loadingLabel="Loading the merit list…"
        failedTitle="We couldn’t load the merit list"
        one="exam"
      >
        {(merit) => <Shown key={examId} merit={merit} onChanged={asked.retry} />}
      </DeskList>
    </DeskPage>
  );
}

type Open = 'rules' | 'categories' | 'publish' | 'withdraw' | null;

function Shown({ merit, onChanged }: { merit: Merit; onChanged: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<string | null>(null);
  const { examName, latest, published, shiftOf } = merit;
  if (shiftOf)
    return (
      <Notice tone="info" title="This exam is a shift of another">
        <p>Its candidates are on the merit list of “{shiftOf.examName}”.</p>
        <p>
          <LinkButton to={meritListPath(shiftOf.examId)}>Open that list</LinkButton>
        </p>
      </Notice>
    );
  const finish = (said: string) => {
    setOpen(null);
    setDone(said);
    onChanged();
  };
  const dialog = { merit, onClose: () => setOpen(null), onDone: finish };
  const shifts =
    merit.shifts.length > 0 ? [examName, ...merit.shifts.map((it) => it.examName)] : [];
  const isNew = latest !== null && !latest.outdated && latest.id !== published?.id;
  return (
    <>
      {done && (
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
      )}
      <div className={styles.head}>
        <section className={styles.rules} aria-labelledby="merit-rules">
          <h2 id="merit-rules">Rules</h2>
          <ul>
            {rulesInWords(merit.rules, shifts).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <Published merit={merit} />
      </div>
      <OpenQuestions merit={merit} />
      <div className={styles.acts}>
        <Button onClick={() => setOpen('rules')}>Change rules</Button>
        <Button onClick={() => setOpen('categories')}>Set categories</Button>
        <WorkOutButton merit={merit} onDone={finish} />
        {isNew && latest.people > 0 && (
          <Button variant="primary" icon="send" onClick={() => setOpen('publish')}>
            Publish
          </Button>
        )}
        {published && <Button onClick={() => setOpen('withdraw')}>Withdraw</Button>}
      </div>
      {latest?.outdated && (
        <Notice tone="warn" title="This list is outdated">
          <p>
            Scores, rules or categories have changed since it was worked out. Work it out again.
          </p>
        </Notice>
      )}
      {latest && <MeritPlaces key={latest.id} merit={merit} />}
      <RulesDialog open={open === 'rules'} {...dialog} />
      <CategoriesDialog open={open === 'categories'} {...dialog} />
      <PublishDialog open={open === 'publish'} {...dialog} />
      <WithdrawDialog open={open === 'withdraw'} {...dialog} />
    </>
  );
}
