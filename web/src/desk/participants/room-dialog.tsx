/** Where the participants that were chosen sit, all of them at once. */
import * as z from 'zod/mini';
import { type Participant, seatedManySchema, seatManySchema } from '#contract/desk/participants.ts';
import { OfficeDialog } from '#web/desk/candidates/office-dialog.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface RoomDialogProps {
  examId: string;
  /** Nobody while it is closed. */
  chosen: readonly Participant[];
  onClose: () => void;
  onChanged: () => void;
}

const { room, reason } = seatManySchema.shape;
const formSchema = z.object({ room, reason });

export function RoomDialog({ examId, chosen, onClose, onChanged }: RoomDialogProps) {
  return (
    <OfficeDialog
      open={chosen.length > 0}
      onClose={onClose}
      title={`Room of ${formatCount(chosen.length, 'participant')}`}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="Nothing was changed"
      plan={{
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
      }}
    >
      <RoomField />
    </OfficeDialog>
  );
}

/** @param now the room they sit in */
export function RoomField({ now }: { now?: string }) {
  return (
    <TextField
      label="Room"
      hint="As the proctors of that room know it, such as Hall A. Leave it empty for no room."
      name="room"
      optional
      maxLength={60}
      defaultValue={now}
    />
  );
}
