/** What every control of this form takes: its name, what was typed before, what is wrong with it. */
export interface FieldProps {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
}
