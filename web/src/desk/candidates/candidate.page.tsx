/** Everything about one candidate, and what the office can do for them. */
import { useCallback, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type Candidate, candidateSchema, officeActSchema } from '#contract/desk/candidates.ts';
import { type OwnPhoto, ownPhotoSchema } from '#contract/site/photo.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { useTaken } from '#web/shared/desk/use-taken.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { PhotoImage } from '#web/shared/photo/photo-image.tsx';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './candidate.module.css';
import { CandidateDetails } from './candidate-details.tsx';
import { CandidateExams } from './candidate-exams.tsx';
import { CandidateRecord } from './candidate-record.tsx';
import { CandidateActs } from './edit-candidate-dialog.tsx';
import { OfficeDialog } from './office-dialog.tsx';

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
        failedTitle="We couldn’t load the candidate"
        one="candidate"
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

// The photo that a proctor compares the candidate with; the office can remove one that doesn't show who the candidate is.

interface CandidatePhotoProps {
  candidate: Candidate;
  onDone: (said: string) => void;
}

function CandidatePhoto({ candidate: { uid, fullName }, onDone }: CandidatePhotoProps) {
  const path = `candidates/${encodeURIComponent(uid)}/photo`;
  const [{ loaded, retry }, take] = useTaken(
    useAsk(useCallback((signal: AbortSignal) => api.get(path, ownPhotoSchema, { signal }), [path])),
  );
  const [removing, setRemoving] = useState(false);
  const [replaced, setReplaced] = useState(false);
  const own = loaded.state === 'ready' ? loaded.data : null;

  /** @returns null when the candidate has replaced the photo since it was shown here; the new one stays */
  async function remove(reason: string): Promise<OwnPhoto | null> {
    try {
      const body = { reason, version: own?.photo?.version };
      return await api.post(`${path}/remove`, body, ownPhotoSchema);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'changed-meanwhile') return null;
      throw error;
    }
  }

  return (
    <section className={styles.part} aria-label="Photo">
      <h2>Photo</h2>
      {loaded.state === 'loading' && <Loading label="Loading the photo…" onRetry={retry} />}
      {loaded.state === 'failed' && (
        <Notice tone="warn" title="We couldn’t load the photo">
          <p>{loaded.message}</p>
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
      {replaced && (
        <Notice tone="warn" title="The photo wasn’t removed" live>
          <p>The candidate has just replaced it. This is the new one.</p>
        </Notice>
      )}
      {own && (
        <div className={styles.photo}>
          {own.photo && <PhotoImage jpeg={own.photo.jpeg} alt={`Photo of ${fullName}`} />}
          <p className={styles.about}>{wordsOf(own)}</p>
          {own.photo && !own.locked && (
            <Button icon="trash" onClick={() => setRemoving(true)}>
              Remove photo
            </Button>
          )}
        </div>
      )}
      <OfficeDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remove this photo?"
        action="Remove"
        pendingLabel="Removing…"
        problemTitle="The photo wasn’t removed"
        danger
        schema={officeActSchema}
        send={({ reason }) => remove(reason)}
        onDone={(now) => {
          setRemoving(false);
          setReplaced(now === null);
          if (now === null) return retry();
          take(now);
          onDone('The photo was removed.');
        }}
        fallback="We couldn’t remove the photo. Please try again."
      >
        <p>
          It will be deleted right away, and you can’t get it back. <strong>{fullName}</strong> will
          be asked to add another on the My account page.
        </p>
      </OfficeDialog>
    </section>
  );
}

function wordsOf({ photo, locked, refused }: OwnPhoto): string {
  if (photo)
    return locked
      ? 'A proctor has checked them in, so the photo stays until their exam is over.'
      : 'The proctor will compare it with the person at the door.';
  return refused
    ? 'The office removed the last one. The candidate is being asked to add another on the My account page.'
    : 'The candidate hasn’t added one. The proctor will go by their photo ID instead.';
}
