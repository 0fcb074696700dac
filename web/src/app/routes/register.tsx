import { RegisterForm } from '#web/candidate/registration/register-form.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Page } from '#web/ui/page.tsx';

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
