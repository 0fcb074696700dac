/** Everything that signed-in users can see and do about themselves, on one page. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { type Account, accountSchema } from '#contract/site/account.ts';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import type { User } from '#contract/wire/users.ts';
import { useFreshUser } from '#web/candidate/payments/waiting-payment.tsx';
import { OwnPassword } from '#web/candidate/sign-in/change-password.tsx';
import { leavePhone, reasonToStay } from '#web/candidate/sign-in/sign-out.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { hearTime } from '#web/shared/server-now.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { useAsk } from '#web/shared/use-load.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import styles from './account.module.css';
import { ConsentList, OwnData, PersonFacts } from './account-facts.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { NextExam, OwnExams, useExamAsTold } from './own-exams.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';

/** Fetched separately: only staff have a second factor. */
const SecondFactorPanel = lazy(async () => ({
  default: (await import('./second-factor/second-factor.tsx')).SecondFactorPanel,
}));

/** Fetched separately, because most people on this page don't need its camera and cropping. */
const OwnPhoto = lazy(() => import('#web/shared/photo/own-photo.tsx'));

export const description =
  'Your details, exams and receipts, your password, and the data we hold about you.';

export default function AccountScreen() {
  const user = useUser();
  const [deletion, setDeletion] = useState<'none' | 'clearing' | 'done'>('none');
  const clear = () => {
    setDeletion('clearing');
    void leavePhone().then(() => setDeletion('done'));
  };
  if (deletion === 'done') return <Deleted />;
  if (deletion === 'clearing') return <Loading label="Clearing this phone…" onRetry={clear} />;
  if (!user || user.mustChangePassword || user.mustSetSecondFactor)
    return <Navigate to={paths.signIn} replace state={{ back: paths.account }} />;
  return (
    <Page title="My account" intro={`Signed in as ${user.fullName}, UID ${user.uid}`} width="text">
      <Sections
        // Starts afresh when another user has signed in from another tab.
        key={user.uid}
        user={user}
        onDeleted={clear}
      />
    </Page>
  );
}

interface SectionsProps {
  user: User;
  onDeleted: () => void;
}

const askAccount = (signal: AbortSignal) =>
  api.get('account', accountSchema, { signal, heard: hearTime });

function Sections({ user, onDeleted }: SectionsProps) {
  // While the account is loaded again, the page stays visible with everything typed into it.
  const { loaded, latest: account, retry } = useAsk(askAccount);
  const waiting = useFreshUser();
  const exams = account?.exams ?? null;
  useExamAsTold(user, exams, retry);
  return (
    <div className={styles.sections}>
      <NextExam user={user} exams={exams} />
      {!account && loaded.state === 'loading' && (
        <Loading label="Loading your account…" onRetry={retry} />
      )}
      {!account && loaded.state === 'failed' && (
        <FailedState
          title="We couldn’t load your account"
          message={loaded.message}
          onRetry={['signed-out', 'account-blocked'].includes(loaded.code) ? undefined : retry}
        >
          {loaded.code === 'signed-out' && <SignInAgain />}
        </FailedState>
      )}
      {account && (
        <AccountSections user={user} account={account} waiting={waiting} onDeleted={onDeleted} />
      )}
    </div>
  );
}

interface AccountSectionsProps extends SectionsProps {
  account: Account;
  waiting: WaitingOrder | null;
}

function AccountSections({ user, account, waiting, onDeleted }: AccountSectionsProps) {
  const isCandidate = account.role === 'candidate';
  return (
    <>
      {isCandidate && (
        <Section title="Your exams">
          <OwnExams user={user} exams={account.exams} waiting={waiting} />
        </Section>
      )}
      <Section title="Your details">
        <Details user={user} loaded={account} />
      </Section>
      {isCandidate && (
        <Section title="Your photo">
          {/* No retry button here: reloading the page would lose what is typed above. */}
          <Suspense fallback={<p role="status">Loading your photo…</p>}>
            <OwnPhoto />
          </Suspense>
        </Section>
      )}
      <Section title="Change your password">
        <OwnPassword />
      </Section>
      {!isCandidate && (
        <Section title="Second factor">
          <Suspense fallback={<p role="status">Loading your second factor…</p>}>
            <SecondFactorPanel />
          </Suspense>
        </Section>
      )}
      {isCandidate && (
        <>
          <Section title="What you agreed to">
            <ConsentList consents={account.consents} />
          </Section>
          <Section title="Your data">
            <OwnData uid={account.uid} />
          </Section>
          <Section title="Delete your account">
            <DeleteAccount
              holds={account.holds}
              reasonToStay={() => reasonToStay(user)}
              onDeleted={onDeleted}
            />
          </Section>
        </>
      )}
    </>
  );
}

function Details({ user, loaded }: { user: User; loaded: Account }) {
  const [account, setAccount] = useState(loaded);
  return (
    <>
      <PersonFacts account={account} />
      {account.role === 'candidate' && (
        <ProfileForm user={user} account={account} onSaved={setAccount} />
      )}
    </>
  );
}

function Deleted() {
  // The button was at the end of a long page.
  useEffect(() => {
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, []);
  return (
    <Page
      title="Your account is deleted"
      intro="You’ve been signed out everywhere, and your UID no longer works. We’ve erased everything that identifies you, except on the tax invoices for your payments."
      width="text"
    >
      <p>You can register again at any time with the same email address and mobile number.</p>
      <p>
        <LinkButton to={paths.home}>Go to the home page</LinkButton>
      </p>
    </Page>
  );
}
