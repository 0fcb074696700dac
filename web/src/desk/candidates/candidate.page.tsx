/** Everything about one candidate, and what the office may do for them. */
import { useCallback, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { candidateSchema } from '#contract/desk/candidates.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { useWayBack } from '#web/shared/desk/record-link.tsx';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './candidate.module.css';
import { CandidateActs } from './candidate-acts.tsx';
import { CandidateDetails } from './candidate-details.tsx';
import { CandidateExams } from './candidate-exams.tsx';
import { CandidatePhoto } from './candidate-photo.tsx';
import { CandidateRecord } from './candidate-record.tsx';

export default function CandidatePage() {
  const { uid = '' } = useParams();
  const path = `candidates/${encodeURIComponent(uid)}`;
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get(path, candidateSchema, { signal }), [path]),
  );
  const [said, setSaid] = useState<string | null>(null);
  const { latest, retry } = asked;
  const done = (what: string) => {
    setSaid(what);
    retry();
  };
  return (
    <DeskPage
      title={latest?.fullName ?? 'Candidate'}
      acts={latest && <CandidateActs candidate={latest} onDone={done} onOutdated={retry} />}
    >
      <p className={styles.back}>
        <Link to={useWayBack(paths.candidates)}>All candidates</Link>
      </p>
      {said && (
        <Notice tone="success" live>
          <p>{said}</p>
        </Notice>
      )}
      <DeskList
        asked={asked}
        loadingLabel="Loading the candidate…"
        failedTitle="The candidate could not be loaded"
      >
        {(candidate) => (
          <div className={styles.parts}>
            <CandidateDetails candidate={candidate} onDone={done} onOutdated={retry} />
            <CandidatePhoto candidate={candidate} onDone={done} />
            <CandidateExams candidate={candidate} onDone={done} />
            <CandidateRecord candidate={candidate} />
          </div>
        )}
      </DeskList>
    </DeskPage>
  );
}
