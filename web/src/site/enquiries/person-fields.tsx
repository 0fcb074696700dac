/** Who is writing: name, telephone, e-mail, as the phone can fill them in by itself. */
import { TextField } from '#web/ui/text-field.tsx';

export function PersonFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" error={errors.name} />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" error={errors.phone} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        error={errors.email}
      />
    </>
  );
}
