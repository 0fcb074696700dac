import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { SignIn } from '#web/features/auth/sign-in.tsx';

export default function SignInRoute() {
  return (
    <>
      <PageMeta
        title="Sign in"
        description="Sign in with your UID to pay, sit your exam and see your result."
      />
      <SignIn />
    </>
  );
}
