import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ForgotPassword } from '#web/features/auth/forgot-password.tsx';

export default function ForgotPasswordRoute() {
  return (
    <>
      <PageMeta
        title="Forgot your password?"
        description="Get a one-time password by SMS to sign in again."
      />
      <ForgotPassword />
    </>
  );
}
