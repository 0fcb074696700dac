/** Who a proctor is and how to reach them: the fields of a new account and of its changes. */
import type { Proctor } from '#contract/desk/staff.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface ProctorFieldsProps {
  proctor?: Proctor;
  mobileHint: string;
  errors: Record<string, string>;
}

export function ProctorFields({ proctor, mobileHint, errors }: ProctorFieldsProps) {
  return (
    <>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        maxLength={120}
        defaultValue={proctor?.fullName}
        error={errors.fullName}
      />
      <TextField
        label="Mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint={mobileHint}
        defaultValue={proctor?.mobile}
        error={errors.mobile}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        optional
        defaultValue={proctor?.email}
        error={errors.email}
      />
    </>
  );
}
