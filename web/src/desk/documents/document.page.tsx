/** A document that a candidate submitted, opened by a link in an exported workbook; only administrators see it. */
import { useCallback } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { documentSchema, type StoredDocument } from '#contract/desk/marking.ts';
import { isAdministrator } from '#web/shared/desk/is-administrator.ts';
import { api } from '#web/shared/http.ts';
import { candidatePath, filePath, markingPath, paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { useAsk } from '#web/shared/use-load.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import styles from './document.module.css';

export default function DocumentPage() {
  const user = useUser();
  const { pathname } = useLocation();
  return (
    <Page title="A candidate’s document">
      {isAdministrator(user) ? (
        <Shown />
      ) : (
        <EmptyState icon="shield" title="For the office only">
          <p>Sign in as an administrator to open this document.</p>
          <p>
            <Link to={paths.signIn} state={{ back: pathname }}>
              Sign in
            </Link>
          </p>
        </EmptyState>
      )}
    </Page>
  );
}

function Shown() {
  const { fileId = '' } = useParams();
  const { loaded, retry } = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        api.get(`documents/${encodeURIComponent(fileId)}`, documentSchema, { signal }),
      [fileId],
    ),
  );
  if (loaded.state === 'loading') return <Loading label="Loading the document…" onRetry={retry} />;
  if (loaded.state === 'failed')
    return (
      <FailedState
        title={
          loaded.code === 'not-found'
            ? 'This document is no longer available'
            : 'We couldn’t load the document'
        }
        message={
          loaded.code === 'not-found'
            ? 'It was deleted along with the candidate’s account, or the link is incomplete.'
            : loaded.message
        }
        onRetry={loaded.code === 'not-found' || loaded.code === 'signed-out' ? undefined : retry}
      >
        {loaded.code === 'signed-out' && <SignInAgain />}
        {loaded.code === 'not-found' && <LinkButton to={paths.examScore}>Exam Score</LinkButton>}
      </FailedState>
    );
  return <Facts document={loaded.data} />;
}

function Facts({ document }: { document: StoredDocument }) {
  const { name, mediaType, path, uid, fullName, examId, examName } = document;
  return (
    <>
      <p>
        <Link to={candidatePath(uid)}>
          <bdi>{fullName}</bdi>, {uid}
        </Link>
        . <Link to={markingPath(examId)}>{examName}</Link>
      </p>
      <p>
        <a href={filePath(path)} target="_blank" rel="noopener">
          Open {name} in a new tab
        </a>
      </p>
      {mediaType.startsWith('image/') && (
        <img className={styles.picture} src={filePath(path)} alt={`${name}, by ${fullName}`} />
      )}
    </>
  );
}
