/** The windows that set participants' rooms, and one participant's accommodations. */
import * as z from 'zod/mini';
import {
  accommodationsSchema,
  type Participant,
  participantListSchema,
  seatedManySchema,
  seatManySchema,
} from '#contract/desk/participants.ts';
import { bounded } from '#contract/wire/values.ts';
import { NoteField, OfficeDialog } from '#web/desk/candidates/office-dialog.tsx';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { ticked } from '#web/shared/desk/ticked.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { TextField } from '#web/ui/field.tsx';
import styles from './participants.module.css';

// Sets one room for all chosen participants.

interface RoomDialogProps {
  examId: string;
  /** Empty while the window is closed. */
  chosen: readonly Participant[];
  onClose: () => void;
  onChanged: () => void;
}

const { room, reason } = seatManySchema.shape;
const roomFormSchema = z.object({ room, reason });

export function RoomDialog({ examId, chosen, onClose, onChanged }: RoomDialogProps) {
  return (
    <OfficeDialog
      open={chosen.length > 0}
      onClose={onClose}
      title={`Room of ${formatCount(chosen.length, 'participant')}`}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="Nothing was changed"
      schema={roomFormSchema}
      send={(said) =>
        api.post(
          `exams/${examId}/participants/room`,
          { ...said, uids: chosen.map(({ _id }) => _id) },
          seatedManySchema,
        )
      }
      onDone={() => {
        onChanged();
        onClose();
      }}
      fallback="We couldn’t save this. Please try again."
    >
      <RoomField />
    </OfficeDialog>
  );
}

/** @param now the participant's current room */
function RoomField({ now }: { now?: string }) {
  return (
    <TextField
      label="Room"
      hint="Use the name the room’s proctors know it by, such as Hall A. Leave this blank for no room."
      name="room"
      optional
      maxLength={60}
      defaultValue={now}
    />
  );
}

interface AccommodationsDialogProps {
  examId: string;
  /** Null while the window is closed. */
  participant: Participant | null;
  onClose: () => void;
  onChanged: () => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeTheirs: (theirs: Participant) => void;
}

export function AccommodationsDialog(props: AccommodationsDialogProps) {
  const { participant, onClose } = props;
  return (
    <FormDialog
      open={participant !== null}
      onClose={onClose}
      title={participant ? `Room and accommodations of ${participant.fullName}` : ''}
    >
      {participant && (
        <HallForm key={JSON.stringify(participant.hall)} {...props} participant={participant} />
      )}
    </FormDialog>
  );
}

const formSchema = z.object({
  room: accommodationsSchema.shape.room,
  extraPercent: z.pipe(
    z.pipe(
      bounded(10),
      z.transform((typed: string) => Number(typed)),
    ),
    accommodationsSchema.shape.extraPercent,
  ),
  largerText: ticked,
  reader: ticked,
  note: accommodationsSchema.shape.note,
});

type HallFormProps = AccommodationsDialogProps & { participant: Participant };

function HallForm({ examId, participant, onClose, onChanged, onTakeTheirs }: HallFormProps) {
  const { _id, hall } = participant;
  const { submit, conflict } = useVersionedSubmit({
    schema: formSchema,
    opened: participant,
    what: 'the room or accommodations',
    inWords,
    readNewest: async () => {
      const found = await api.get(`exams/by-exam/${examId}?search=${_id}`, participantListSchema);
      const theirs = found.find((one) => one._id === _id);
      if (!theirs) throw new ApiProblem('not-found', NOT_HERE, 'never');
      return theirs;
    },
    send: (said, seen) =>
      api.put(
        `exams/${examId}/participants/${_id}`,
        { ...said, seen: seen.hall },
        accommodationsSchema,
      ),
    onDone: () => {
      onChanged();
      onClose();
    },
    fallback: 'We couldn’t save this. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="Nothing was changed"
    >
      <RoomField now={hall.room} />
      <TextField
        label="Extra time in percent"
        hint="Added automatically at the start, or straight away if the exam is under way."
        name="extraPercent"
        inputMode="numeric"
        maxLength={3}
        defaultValue={hall.extraPercent}
      />
      <label className={styles.check}>
        <input type="checkbox" name="largerText" defaultChecked={hall.largerText} />
        Larger text on the candidate’s phone
      </label>
      <label className={styles.check}>
        <input type="checkbox" name="reader" defaultChecked={hall.reader} />
        The candidate has a reader or scribe
      </label>
      <NoteField label="Note for the proctor" maxLength={500} defaultValue={hall.note} />
    </SaveForm>
  );
}

const NOT_HERE = 'This candidate isn’t in the exam any more.';

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

function inWords({ hall: { room, extraPercent, largerText, reader, note } }: Participant): InWords {
  return {
    Room: room,
    'Extra time': `${extraPercent}%`,
    'Larger text': yesOrNo(largerText),
    'Reader or scribe': yesOrNo(reader),
    Note: note,
  };
}
