/** Where the participants that were chosen sit, all of them at once. */
import * as z from 'zod/mini';
import { type Participant, seatedManySchema, seatManySchema } from '#contract/desk/participants.ts';
import { Form } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface RoomDialogProps {
  examId: string;
  /** Nobody while it is closed. */
  chosen: readonly Participant[];
  onClose: () => void;
  onChanged: () => void;
}

export function RoomDialog(props: RoomDialogProps) {
  const { chosen, onClose } = props;
  return (
    <Dialog
      open={chosen.length > 0}
      onClose={onClose}
      title={`Room of ${formatCount(chosen.length, 'participant')}`}
    >
      {chosen.length > 0 && <RoomForm {...props} />}
    </Dialog>
  );
}

const { room, reason } = seatManySchema.shape;
const formSchema = z.object({ room, reason });

function RoomForm({ examId, chosen, onClose, onChanged }: RoomDialogProps) {
  const submit = useSubmit({
    schema: formSchema,
    send: (said) =>
      api.post(
        `exams/${examId}/participants/room`,
        { ...said, uids: chosen.map(({ _id }) => _id) },
        seatedManySchema,
      ),
    onDone: () => {
      onChanged();
      onClose();
    },
    fallback: 'This could not be saved. Please try again.',
  });
  const { errors } = submit;
  return (
    <Form submit={submit} action="Save" pendingLabel="Saving…" problemTitle="Nothing is changed">
      <TextField
        label="Room"
        hint="As the proctors of that room know it, such as Hall A. Leave it empty for no room."
        name="room"
        optional
        maxLength={60}
        error={errors.room}
      />
      <TextArea
        label="Reason"
        hint="Stands in Activity for good. The candidates do not see it."
        name="reason"
        rows={2}
        maxLength={300}
        error={errors.reason}
      />
    </Form>
  );
}
