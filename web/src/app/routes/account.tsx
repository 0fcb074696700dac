import { lazy, Suspense } from 'react';
import { AccountScreen } from '#web/candidate/account/account-screen.tsx';
import { OwnPassword } from '#web/candidate/sign-in/change-password.tsx';
import { leavePhone, reasonToStay } from '#web/candidate/sign-in/sign-out.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Loading } from '#web/ui/loading.tsx';

/** Staff alone have it. */
const SecondFactorPanel = lazy(async () => ({
  default: (await import('#web/desk/second-factor/second-factor.tsx')).SecondFactorPanel,
}));

export default function AccountRoute() {
  return (
    <>
      <PageMeta
        title="My account"
        description="What we hold about you, your exams and receipts, your password, and your data."
      />
      <AccountScreen
        password={<OwnPassword />}
        secondFactor={
          <Suspense fallback={<Loading label="Loading your second factor…" />}>
            <SecondFactorPanel />
          </Suspense>
        }
        reasonToStay={reasonToStay}
        leavePhone={leavePhone}
      />
    </>
  );
}
