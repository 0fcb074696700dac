/** The form in which candidates correct their registration. Nothing typed is lost when the server refuses it. */
import { useState } from 'react';
import { type Account, accountChangeSchema, accountSchema } from '#contract/site/account.ts';
import { states } from '#contract/site/registration.ts';
import type { User } from '#contract/wire/users.ts';
import { EducationFields } from '#web/candidate/person/education-fields.tsx';
import type { FieldProps } from '#web/candidate/person/form-section.tsx';
import { FormSection } from '#web/candidate/person/form-section.tsx';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { updateUser } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { PasswordField, Select, TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

const stateOptions = states.map((state) => ({ value: state, label: state }));

interface ProfileFormProps {
  user: User;
  account: Account;
  onSaved: (account: Account) => void;
}

export function ProfileForm({ user, account, onSaved }: ProfileFormProps) {
  const [saved, setSaved] = useState(false);
  const [contact, setContact] = useState({ email: account.email, mobile: account.mobile });
  const submit = useSubmit({
    schema: accountChangeSchema,
    send: (typed) => api.put('account', typed, accountSchema),
    onDone: (fresh) => {
      setSaved(true);
      setContact({ email: fresh.email, mobile: fresh.mobile });
      updateUser({ ...user, email: fresh.email, mobile: fresh.mobile });
      onSaved(fresh);
    },
    onTyped: (form) => {
      setSaved(false);
      const typed = new FormData(form);
      setContact({ email: String(typed.get('email')), mobile: String(typed.get('mobile')) });
    },
    fallback: 'We couldn’t save your details. Please try again.',
  });
  const isNew =
    contact.mobile.trim() !== account.mobile ||
    contact.email.trim().toLowerCase() !== account.email;
  const held: Record<string, string> = { ...account.education };
  for (const name of ['email', 'mobile', 'address', 'city', 'state', 'workExp'] as const)
    held[name] = account[name];
  const field = (name: string): FieldProps => ({
    name,
    defaultValue: held[name],
  });

  return (
    <Form
      submit={submit}
      action="Save my details"
      pendingLabel="Saving…"
      problemTitle="Your details aren’t saved yet"
      before={
        saved && (
          <Notice tone="success" live>
            <p>Your details are saved.</p>
          </Notice>
        )
      }
    >
      <input type="hidden" name="version" value={account.version} />
      <FormSection legend="How we reach you">
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextField
          label="Mobile"
          hint="Ten digits. We send one-time passwords to this number by SMS."
          type="tel"
          autoComplete="tel"
          {...field('mobile')}
        />
        {isNew && (
          <PasswordField
            label="Your password"
            hint="Needed to change your email address or mobile number."
            name="password"
            autoComplete="current-password"
          />
        )}
      </FormSection>
      <FormSection legend="Where you live">
        <TextArea label="Address" autoComplete="street-address" {...field('address')} />
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <Select
          label="State"
          placeholder="Choose your state"
          options={stateOptions}
          autoComplete="address-level1"
          {...field('state')}
        />
      </FormSection>
      <EducationFields field={field} />
      <FormSection legend="Your work">
        <TextArea
          label="Work experience"
          hint="Where you’ve worked, in what role, and for how long."
          optional
          {...field('workExp')}
        />
      </FormSection>
    </Form>
  );
}
