/** One application: its status and the office's note. A change by somebody else is shown, and never overwritten unseen. */
import * as z from 'zod/mini';
import {
  applicationChangeSchema,
  applicationStateNames,
  type DeskApplication,
  deskApplicationSchema,
} from '#contract/desk/payment-desk.ts';
import { type ApplicationState, applicationStates } from '#contract/site/applications.ts';
import { ChangedMeanwhile, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { NoteField } from '../candidates/office-dialog.tsx';
import styles from './payments.module.css';

interface ApplicationDialogProps {
  /** Null while the window is closed. */
  application: DeskApplication | null;
  onClose: () => void;
  onSaved: (application: DeskApplication) => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeTheirs: (theirs: DeskApplication) => void;
}

export function ApplicationDialog(props: ApplicationDialogProps) {
  const { application, onClose } = props;
  return (
    <FormDialog open={application !== null} onClose={onClose} title="Application">
      {application && (
        <ApplicationForm key={application.version} {...props} application={application} />
      )}
    </FormDialog>
  );
}

const { state, note } = applicationChangeSchema.shape;
const formSchema = z.object({ state, note });

type ApplicationFormProps = ApplicationDialogProps & { application: DeskApplication };

function ApplicationForm({ application, onClose, onSaved, onTakeTheirs }: ApplicationFormProps) {
  const path = `applications/${application._id}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: formSchema,
    opened: application,
    what: 'this application',
    inWords,
    readNewest: () => api.get(path, deskApplicationSchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, deskApplicationSchema),
    onDone: onSaved,
    fallback: 'We couldn’t save the application. Please try again.',
  });
  return (
    <BareForm className={styles.form} submit={submit}>
      <dl className={styles.facts}>
        <div>
          <dt>Who applied</dt>
          <dd>
            {application.name}
            <span>
              {application.phone} · {application.email}
            </span>
          </dd>
        </div>
        <div>
          <dt>Course</dt>
          <dd>
            {application.course}
            <span>{formatDateTime(application.createdAt)}</span>
          </dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>
            {formatRupees(application.amount)},{' '}
            {application.transaction === null ? 'not paid' : 'paid'}
            <span>{application.transaction ?? application.order_id ?? 'No payment started'}</span>
          </dd>
        </div>
      </dl>
      <Select
        label="Status"
        name="state"
        placeholder="Choose"
        options={applicationStateOptions}
        defaultValue={application.state}
      />
      <NoteField
        rows={4}
        defaultValue={application.note}
        hint="For the office. The applicant can’t see it."
      />
      <ChangedMeanwhile conflict={conflict} onTakeTheirs={onTakeTheirs} />
      <SubmitProblem submit={submit} title="The application wasn’t saved" />
      <div className={styles.acts}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
          Save
        </Button>
      </div>
    </BareForm>
  );
}

function inWords(version: DeskApplication): InWords {
  return { Status: applicationStateNames[version.state], Note: version.note };
}

const tones: Record<ApplicationState, Tone> = {
  new: 'accent',
  contacted: 'warn',
  enrolled: 'success',
  closed: 'neutral',
};

export const applicationStateOptions = applicationStates.map((value) => ({
  value,
  label: applicationStateNames[value],
}));

/** The status of an application, in the colour for that status. */
export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  return <Badge tone={tones[state]}>{applicationStateNames[state]}</Badge>;
}
