import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { AccountScreen } from '#web/features/account/account-screen.tsx';
import { OwnPassword } from '#web/features/auth/change-password.tsx';
import { leavePhone, reasonToStay } from '#web/features/auth/sign-out.ts';

export default function AccountRoute() {
  return (
    <>
      <PageMeta
        title="My account"
        description="What we hold about you, your exams and receipts, your password, and your data."
      />
      <AccountScreen
        password={<OwnPassword />}
        reasonToStay={reasonToStay}
        leavePhone={leavePhone}
      />
    </>
  );
}
