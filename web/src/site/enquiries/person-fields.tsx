/** Who is writing: name, telephone, e-mail, as the phone can fill them in by itself. */
import { TextField } from '#web/ui/text-field.tsx';

export function PersonFields() {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" />
      <TextField label="Email" name="email" type="email" autoComplete="email" />
    </>
  );
}
