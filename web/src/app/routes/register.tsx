import { Page } from '#web/components/ui/page.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { RegisterForm } from '#web/features/registration/register-form.tsx';

export default function RegisterRoute() {
  return (
    <>
      <PageMeta
        title="Register as a candidate"
        description="Register once, choose the post you want and get your UID for the online exam."
      />
      <Page
        title="Register as a candidate"
        intro="One form, about five minutes. What you type is kept if the network drops."
        width="form"
      >
        <RegisterForm />
      </Page>
    </>
  );
}
