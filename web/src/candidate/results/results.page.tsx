/** The public list of exams whose results are published as PDF. */

import { Link } from 'react-router-dom';
import type { Exam } from '#contract/wire/exams.ts';
import { usePublicExams } from '#web/candidate/exams/ready-exams.ts';
import { formatDate } from '#web/shared/format.ts';
import { filePath, paths } from '#web/shared/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './published-results.module.css';

export const description = 'Published results of our exams as PDFs, to read or download.';

export default function Results() {
  return (
    <Page
      title="Results"
      intro="Exams that have been marked, each with its published list as a PDF."
      width="text"
    >
      <p>
        <Link to={paths.findRank}>Find your rank by UID</Link>
      </p>
      <PublishedResults />
    </Page>
  );
}

function PublishedResults() {
  const { exams, retry } = usePublicExams();
  if (exams.state === 'loading') return <Loading label="Loading the results…" onRetry={retry} />;
  if (exams.state === 'failed') {
    return (
      <FailedState title="We couldn’t load the results" message={exams.message} onRetry={retry} />
    );
  }
  const published = exams.data.filter(hasPdf);
  if (published.length === 0) {
    return (
      <EmptyState title="No results have been published yet">
        <p>They’ll appear here as soon as an exam has been marked.</p>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {published.map((exam) => (
        <li key={exam._id}>
          <div>
            <h2 className={styles.name}>{exam.name}</h2>
            <p className={styles.date}>Held on {formatDate(exam.startDate)}</p>
          </div>
          <a className={styles.pdf} href={filePath(exam.resultPdf)} target="_blank" rel="noopener">
            <Icon name="document" />
            View PDF
            <VisuallyHidden> of {exam.name}, opens in a new tab</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}

function hasPdf(exam: Exam): exam is Exam & { resultPdf: string } {
  return Boolean(exam.resultPdf);
}
