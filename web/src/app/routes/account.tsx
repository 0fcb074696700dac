import { lazy, Suspense } from 'react';
import { Loading } from '#web/components/ui/loading.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { AccountScreen } from '#web/features/account/account-screen.tsx';
import { OwnPassword } from '#web/features/auth/change-password.tsx';
import { leavePhone, reasonToStay } from '#web/features/auth/sign-out.ts';

/** Staff alone have it. */
const SecondFactorPanel = lazy(async () => ({
  default: (await import('#web/features/second-factor/second-factor.tsx')).SecondFactorPanel,
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
