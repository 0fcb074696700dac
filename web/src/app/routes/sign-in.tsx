import { lazy, Suspense } from 'react';
import { Loading } from '#web/components/ui/loading.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { SignIn } from '#web/features/auth/sign-in.tsx';

const MustSetUp = lazy(async () => ({
  default: (await import('#web/features/second-factor/must-set-up.tsx')).MustSetUp,
}));

export default function SignInRoute() {
  return (
    <>
      <PageMeta
        title="Sign in"
        description="Sign in with your UID to pay, sit your exam and see your result."
      />
      <SignIn
        secondFactor={
          <Suspense fallback={<Loading label="Opening the page…" />}>
            <MustSetUp />
          </Suspense>
        }
      />
    </>
  );
}
