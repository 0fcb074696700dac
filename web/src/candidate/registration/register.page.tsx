/**
 * Registration on one page: what the exam needs, in three short sections with their progress, then what can be added
 * later. Nothing typed is ever lost. A signed-in user is led on instead.
 */

import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { educationKeys, signUpRequestSchema, states } from '#contract/site/registration.ts';
import { examListSchema, isOver } from '#contract/wire/exams.ts';
import { sessionReplySchema, type User } from '#contract/wire/users.ts';
import { EducationFields } from '#web/candidate/person/education-fields.tsx';
import type { FieldProps } from '#web/candidate/person/form-section.tsx';
import { FormProgress, FormSection } from '#web/candidate/person/form-section.tsx';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { dropDraft, readDraft, saveDraft } from '#web/shared/form-draft.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { nextStep } from '#web/shared/next-step.ts';
import { paths } from '#web/shared/paths.ts';
import { hearTime, serverNow } from '#web/shared/server-now.ts';
import { storeSession, useUser } from '#web/shared/session.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { PasswordField, Select, TextArea, TextField } from '#web/ui/field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { keepSignIn } from './keep-sign-in.ts';
import styles from './register-form.module.css';
import type { WelcomeState } from './welcome-notice.tsx';

const DRAFT = 'register';

/** The registration may have arrived; we only know that the reply was lost. */
const unheard = new ApiProblem(
  'offline',
  'The exam server didn’t respond. Check your network and press Register again. You won’t be registered twice.',
  'later',
);

const stateOptions = states.map((state) => ({ value: state, label: state }));

/** Id of the exam whose Apply Now led here; empty for none. */
function chosenExam(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('examId' in state)) return '';
  return typeof state.examId === 'string' ? state.examId : '';
}

export const description = 'Register once, choose your post and get your UID for the online exam.';

export default function Register() {
  const user = useUser();
  if (user) return <RegisteredAlready user={user} />;
  return (
    <Page
      title="Register as a candidate"
      intro="Three short parts; it takes about a minute. If the network drops, you won’t lose what you’ve typed."
      width="form"
    >
      <RegisterForm />
    </Page>
  );
}

/** Shown to signed-in users, because an empty form would look as if the registration had been lost. */
function RegisteredAlready({ user }: { user: User }) {
  const { to, label } = nextStep(user);
  return (
    <Page title="You’re registered" intro={`You’re signed in as ${user.fullName}.`} width="form">
      {user.role === 'candidate' && (
        <p>
          Your UID is <strong>{user.uid}</strong>. To register someone else, log out first.
        </p>
      )}
      <LinkButton to={to} variant="primary" size="lg" icon="arrow-right">
        {label}
      </LinkButton>
    </Page>
  );
}

function RegisterForm() {
  const navigate = useNavigate();
  const chosen = chosenExam(useLocation().state);
  const [exams, retry] = useLoad('exams', examListSchema, hearTime);
  const [draft] = useState(() => readDraft(DRAFT));
  const [hasEducation] = useState(() => educationKeys.some((key) => draft[key]));
  const uidField = useRef<HTMLInputElement>(null);

  const submit = useSubmit({
    schema: signUpRequestSchema,
    send: async (registration) => {
      const session = await api
        .post('auth/signup', registration, sessionReplySchema)
        .catch((error: unknown) => {
          throw error instanceof ApiProblem && error.code === 'offline' ? unheard : error;
        });
      keepSignIn(uidField.current, session.user.uid, registration.password);
      return session;
    },
    onDone: (session) => {
      dropDraft(DRAFT);
      storeSession(session);
      const state: WelcomeState = {
        welcomeExamId: session.user.examID ?? '',
        uidTexted: session.uidTexted ?? false,
      };
      // Back must not show an empty form, as if nothing had been sent.
      navigate(paths.onlineAssessment, { state, replace: true });
    },
    onTyped: (form) => saveDraft(DRAFT, form),
    fallback: 'Signup failed',
  });
  const field = (name: string): FieldProps => ({
    name,
    defaultValue: draft[name],
  });

  const madeHere = chosen === '' || draft.appliedFrom === chosen;
  const post = madeHere ? (draft.postAppliedFor ?? chosen) : chosen;
  const now = serverNow();
  const open =
    exams.state === 'ready'
      ? exams.data.filter((exam) => exam.status === 'Active' && !isOver(exam, now))
      : [];
  const posts = open.map((exam) => ({
    value: exam._id,
    // Two shifts on the same day may have the same name.
    label: `${exam.name} – ${formatDateTime(exam.startDate)}`,
  }));

  return (
    <>
      <Form
        submit={submit}
        action="Register"
        pendingLabel="Registering…"
        problemTitle="Signup Failed"
        before={
          <p className={styles.note}>
            By registering you agree to the <Link to={paths.terms}>terms</Link>, the{' '}
            <Link to={paths.privacy}>privacy policy</Link> and the{' '}
            <Link to={`${paths.terms}#exam-policy`}>exam policy</Link>.
          </p>
        }
      >
        <FormProgress parts={['Your post', 'About you', 'Where you live']} />
        {/* For the phone's password manager, which needs a user name: `keepSignIn` puts the UID here once the server
            has made it. */}
        <VisuallyHidden>
          <input ref={uidField} autoComplete="username" tabIndex={-1} aria-hidden="true" readOnly />
        </VisuallyHidden>
        <FormSection legend="Your post">
          <Select
            // The options arrive later than the form. The new key then selects the default among them.
            key={exams.state}
            label="Post applied for"
            placeholder={exams.state === 'loading' ? 'Loading the posts…' : 'Choose a post'}
            options={posts}
            hint={
              exams.state === 'failed' && (
                <>
                  We couldn’t load the posts. {exams.message}{' '}
                  <button type="button" className={styles.retry} onClick={retry}>
                    Try again
                  </button>
                </>
              )
            }
            {...field('postAppliedFor')}
            defaultValue={post}
          />
          {/* Saved with the draft, to tell an older choice from one made since Apply Now was pressed. */}
          <input type="hidden" name="appliedFrom" value={chosen} />
        </FormSection>

        <FormSection legend="About you">
          <TextField
            label="Full name"
            hint="As on your ID card. This is how it will appear on your certificate."
            autoComplete="name"
            {...field('fullName')}
          />
          <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
          <TextField
            label="Mobile"
            hint="Ten digits. We send your UID to this number."
            type="tel"
            autoComplete="tel"
            {...field('mobile')}
          />
          <PasswordField
            label="Password"
            hint="At least 8 characters, and not a common password."
            autoComplete="new-password"
            name="password"
          />
          <TextField
            label="Date of birth"
            type="date"
            autoComplete="bday"
            min="1940-01-01"
            {...field('dateOfBirth')}
          />
        </FormSection>

        <FormSection legend="Where you live">
          <TextArea
            label="Address"
            hint="House number, street, area and PIN code."
            autoComplete="street-address"
            {...field('address')}
          />
          <TextField label="City" autoComplete="address-level2" {...field('city')} />
          <Select
            label="State"
            placeholder="Choose your state"
            options={stateOptions}
            autoComplete="address-level1"
            {...field('state')}
          />
        </FormSection>

        <details className={styles.later} open={hasEducation}>
          <summary>Your education (optional). You can also add it later in My account</summary>
          <EducationFields field={field} />
        </details>
        <TextArea
          label="Work experience"
          hint="Where you’ve worked, in what role, and for how long. You can also add this later."
          optional
          rows={2}
          {...field('workExp')}
        />
      </Form>
      <p className={styles.other}>
        Already registered? <Link to={paths.signIn}>Sign in</Link>
      </p>
    </>
  );
}
