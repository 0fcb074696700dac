/** The questions that were asked, page by page in a chosen order; while the answers are being counted, the progress instead. */
import { useCallback, useState } from 'react';
import {
  type ExamAnalysis,
  type QuestionOrder,
  questionFiguresListSchema,
} from '#contract/desk/analysis.ts';
import { DeskCount, DeskList, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { countPages, Pager } from '#web/shared/desk/pager.tsx';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Select } from '#web/ui/field.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { whole } from './headline.tsx';
import { QuestionTable } from './question-table.tsx';
import styles from './questions.module.css';

const PAGE_SIZE = 25;

type Order = { order: QuestionOrder; direction: 'asc' | 'desc'; label: string };
const orders: Record<string, Order> = {
  flags: { order: 'flags', direction: 'asc', label: 'Most suspicious first' },
  hardest: { order: 'facility', direction: 'asc', label: 'Hardest first' },
  easiest: { order: 'facility', direction: 'desc', label: 'Easiest first' },
  worst: { order: 'discrimination', direction: 'asc', label: 'Lowest discrimination first' },
  best: { order: 'discrimination', direction: 'desc', label: 'Highest discrimination first' },
  upperLower: {
    order: 'upperLower',
    direction: 'asc',
    label: 'Smallest gap between best and weakest first',
  },
  asked: { order: 'asked', direction: 'desc', label: 'Most asked first' },
};

interface QuestionsProps {
  examId: string;
  answers: ExamAnalysis['answers'];
}

export function Questions({ examId, answers }: QuestionsProps) {
  return (
    <section className={styles.questions} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles.title}>
        Questions
      </h2>
      {answers.state === 'counting' ? (
        <Counting {...answers} />
      ) : answers.questions === 0 ? (
        <EmptyState icon="bookmark" title="This exam had no questions with four options" />
      ) : (
        <QuestionList key={answers.asOf} examId={examId} />
      )}
    </section>
  );
}

function Counting({ done, of }: { done: number; of: number }) {
  return (
    <p className={styles.counting}>
      <label htmlFor="counting">
        Counting every answer: {whole(done)} of {whole(of)} sittings. You can leave this page; it’ll
        carry on.
      </label>
      <progress id="counting" value={done} max={Math.max(1, of)} />
    </p>
  );
}

function QuestionList({ examId }: { examId: string }) {
  const [chosen, setChosen] = useState('flags');
  const [only, setOnly] = useState('all');
  const [page, setPage] = useState(1);
  const { order, direction } = orders[chosen] ?? { order: 'flags', direction: 'asc' };
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) => {
        const query = new URLSearchParams({
          order,
          direction,
          only,
          page: String(page),
          pageSize: String(PAGE_SIZE),
        });
        const path = `exams/${encodeURIComponent(examId)}/analysis/questions?${query}`;
        return api.getPage(path, questionFiguresListSchema, { signal });
      },
      [examId, order, direction, only, page],
    ),
  );
  const total = asked.latest?.total ?? 0;
  return (
    <>
      <DeskToolbar>
        <Select
          label="Order"
          placeholder="Choose an order"
          options={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
          value={chosen}
          onChange={({ target }) => {
            setChosen(target.value || 'flags');
            setPage(1);
          }}
        />
        <Select
          label="Show"
          placeholder="Choose which"
          options={[
            { value: 'all', label: 'All questions' },
            { value: 'suspicious', label: 'Suspicious questions' },
          ]}
          value={only}
          onChange={({ target }) => {
            setOnly(target.value || 'all');
            setPage(1);
          }}
        />
        <DeskCount>{total === 1 ? '1 question' : `${whole(total)} questions`}</DeskCount>
      </DeskToolbar>
      <DeskList
        asked={asked}
        loadingLabel="Loading the questions…"
        failedTitle="We couldn’t load the questions"
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="circle-check" title="No suspicious questions" />
          ) : (
            <QuestionTable questions={data} before={(page - 1) * PAGE_SIZE} />
          )
        }
      </DeskList>
      <Pager
        label="Pages of questions"
        page={page}
        pages={countPages(total, PAGE_SIZE)}
        onPage={setPage}
      />
    </>
  );
}
