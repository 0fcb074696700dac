/** Who somebody is and how to reach them: the fields of a new person and of corrections. */
import { TextField } from '#web/ui/text-field.tsx';

interface PersonFieldsProps {
  person?: { fullName: string; mobile: string; email: string };
  mobileHint: string;
}

export function PersonFields({ person, mobileHint }: PersonFieldsProps) {
  return (
    <>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        maxLength={120}
        defaultValue={person?.fullName}
      />
      <TextField
        label="Mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint={mobileHint}
        defaultValue={person?.mobile}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        optional
        defaultValue={person?.email}
      />
    </>
  );
}
