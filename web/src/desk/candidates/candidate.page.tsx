/** Everything about one candidate, and what the office may do for them. */
import { useCallback } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type Candidate, candidateSchema } from '#contract/desk/candidates.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import styles from './candidate.module.css';
import { CandidateDetails } from './candidate-details.tsx';
import { CandidateExams } from './candidate-exams.tsx';
import { CandidateRecord } from './candidate-record.tsx';

export default function CandidatePage() {
  const { uid = '' } = useParams();
  const path = `candidates/${encodeURIComponent(uid)}`;
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get(path, candidateSchema, { signal }), [path]),
  );
  return (
    <DeskPage title={asked.latest?.fullName ?? 'Candidate'}>
      <p className={styles.back}>
        <Link to={paths.candidates}>All candidates</Link>
      </p>
      <DeskList
        asked={asked}
        loadingLabel="Loading the candidate…"
        failedTitle="The candidate could not be loaded"
      >
        {(candidate) => <Everything candidate={candidate} />}
      </DeskList>
    </DeskPage>
  );
}

function Everything({ candidate }: { candidate: Candidate }) {
  return (
    <div className={styles.parts}>
      <CandidateDetails candidate={candidate} />
      <CandidateExams candidate={candidate} />
      <CandidateRecord candidate={candidate} />
    </div>
  );
}
