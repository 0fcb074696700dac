/** Where candidates find their own rank on a published merit list by UID: without sign-in, names or the list itself. */
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import { type OwnRank, ownRankSchema, publishedMeritSchema } from '#contract/site/merit.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { api } from '#web/shared/http.ts';
import { filePath, paths } from '#web/shared/paths.ts';
import { reasonOf, useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import styles from './own-rank.module.css';

export default function OwnRankPage() {
  const [lists, retry] = useLoad('merit', publishedMeritSchema);
  return (
    <Page
      title="Find your rank"
      intro="Find your rank on a published merit list with your UID."
      width="form"
    >
      {lists.state === 'loading' && <Loading label="Loading the merit lists…" onRetry={retry} />}
      {lists.state === 'failed' && (
        <FailedState
          title="We couldn’t load the merit lists"
          message={lists.message}
          onRetry={retry}
        />
      )}
      {lists.state === 'ready' &&
        (lists.data.length === 0 ? (
          <EmptyState title="No merit list has been published yet">
            <p>
              Lists appear here once the office publishes them. You can already see your own score.
            </p>
            <LinkButton to={paths.signIn}>See my score</LinkButton>
          </EmptyState>
        ) : (
          <FindRank lists={lists.data} />
        ))}
    </Page>
  );
}

type List = { examID: string; exam: string; pdf: string | null };

function FindRank({ lists }: { lists: readonly List[] }) {
  const { examId } = useParams();
  const [exam, setExam] = useState(
    () => lists.find(({ examID }) => examID === examId)?.examID ?? lists[0]?.examID ?? '',
  );
  const [found, setFound] = useState<OwnRank | null>(null);
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null);
  const [pending, setPending] = useState(false);
  const pdf = lists.find(({ examID }) => examID === exam)?.pdf;

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const uid = String(new FormData(event.currentTarget).get('uid') ?? '').trim();
    if (pending) return;
    setFound(null);
    setProblem(uid === '' ? NO_UID : null);
    if (uid === '') return;
    setPending(true);
    try {
      const asked = `merit/${encodeURIComponent(exam)}/rank?${new URLSearchParams({ uid })}`;
      setFound(await api.get(asked, ownRankSchema, { auth: false }));
    } catch (error) {
      const { code, message } = reasonOf(error);
      const title = code === 'not-found' ? 'No rank found' : 'We couldn’t look up your rank';
      setProblem({ title, text: message });
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <form className={styles.form} onSubmit={find}>
        <Select
          label="Exam"
          placeholder="Choose an exam"
          options={lists.map(({ examID, exam: label }) => ({ value: examID, label }))}
          value={exam}
          onChange={({ target }) => {
            setExam(target.value);
            setFound(null);
            setProblem(null);
          }}
        />
        <TextField
          label="UID"
          name="uid"
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          hint="The seven letters and digits you were given when you registered."
        />
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Looking…">
          Find my rank
        </Button>
      </form>
      <div role="status">
        {found && <Found rank={found} />}
        {problem && (
          <Notice tone="warn" title={problem.title}>
            <p>{problem.text}</p>
          </Notice>
        )}
      </div>
      {pdf && (
        <p>
          <a href={filePath(pdf)} target="_blank" rel="noopener">
            The whole list as a PDF
          </a>
        </p>
      )}
    </>
  );
}

const NO_UID = { title: 'Your UID is missing', text: 'Please type your UID first.' };

function Found({ rank }: { rank: OwnRank }) {
  return (
    <Notice tone="success" title={`Rank ${rank.rank} of ${rank.of}`}>
      <dl className={styles.facts}>
        <dt>UID</dt>
        <dd>{rank.uid}</dd>
        <dt>Exam</dt>
        <dd>
          <bdi>{rank.exam}</bdi>
        </dd>
        <dt>Total</dt>
        <dd>{formatMarks(rank.total)}</dd>
        <dt>Percentile</dt>
        <dd>{rank.percentile}</dd>
        {rank.qualified !== null && (
          <>
            <dt>Status</dt>
            <dd>{rank.qualified ? 'Qualified' : 'Not qualified'}</dd>
          </>
        )}
      </dl>
    </Notice>
  );
}
