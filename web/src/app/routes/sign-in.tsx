import { lazy, Suspense } from 'react';
import { SignIn } from '#web/candidate/sign-in/sign-in.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Loading } from '#web/ui/loading.tsx';

const MustSetUp = lazy(async () => ({
  default: (await import('#web/desk/second-factor/must-set-up.tsx')).MustSetUp,
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
