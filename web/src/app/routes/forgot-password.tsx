import { ForgotPassword } from '#web/candidate/sign-in/forgot-password.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

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
