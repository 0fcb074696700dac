/** What the office did about one application. Somebody else's change in between is told, nothing is overwritten. */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  applicationChangeSchema,
  applicationStateNames,
  type DeskApplication,
  deskApplicationListSchema,
  deskApplicationSchema,
} from '#contract/application-desk.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea } from '#web/components/ui/text-area.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { ApiProblem, api } from '#web/lib/http.ts';
import { formatRupees } from '#web/lib/money.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { applicationStateOptions } from './application-state.tsx';
import styles from './order-dialog.module.css';

interface ApplicationDialogProps {
  /** Null while none is open. */
  application: DeskApplication | null;
  onClose: () => void;
  onSaved: (application: DeskApplication) => void;
  /** Somebody else was faster: the list is to be asked for again. */
  onOutdated: () => void;
}

export function ApplicationDialog(props: ApplicationDialogProps) {
  const { application, onClose } = props;
  return (
    <Dialog open={application !== null} onClose={onClose} title="Application">
      {application && <ApplicationForm {...props} application={application} />}
    </Dialog>
  );
}

const { state, note } = applicationChangeSchema.shape;
const formSchema = z.object({ state, note });

type ApplicationFormProps = ApplicationDialogProps & { application: DeskApplication };

function ApplicationForm({ application, onClose, onSaved, onOutdated }: ApplicationFormProps) {
  /** As somebody else left it meanwhile. */
  const [other, setOther] = useState<DeskApplication | null>(null);
  const path = `applications/${application._id}`;
  const submit = useSubmit({
    schema: formSchema,
    fallback: 'The application could not be saved.',
    onDone: onSaved,
    send: async (typed) => {
      const { version } = other ?? application;
      try {
        return await api.put(path, { ...typed, version }, deskApplicationSchema);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed-meanwhile') {
          setOther(await readAgain(application._id));
          onOutdated();
        }
        throw error;
      }
    },
  });
  return (
    <form className={styles.form} {...submit.form}>
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
            <span>
              {application.transaction ?? application.order_id ?? 'No payment was begun.'}
            </span>
          </dd>
        </div>
      </dl>
      <Select
        label="State"
        name="state"
        placeholder="Choose"
        options={applicationStateOptions}
        defaultValue={application.state}
        error={submit.errors.state}
      />
      <TextArea
        label="Note"
        name="note"
        optional
        rows={4}
        maxLength={2_000}
        defaultValue={application.note}
        hint="For the office; the applicant does not see it."
        error={submit.errors.note}
      />
      {other ? (
        <Notice tone="warn" title="Someone else changed this in the meantime" live>
          <p>
            They set the state to {applicationStateNames[other.state]} and the note to “
            {other.note || 'nothing'}”. What you typed is still here and not saved; press Save to
            put it in place of theirs.
          </p>
        </Notice>
      ) : (
        submit.problem && (
          <Notice tone="danger" title="That did not work" live>
            <p>{submit.problem}</p>
          </Notice>
        )
      )}
      <div className={styles.acts}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  );
}

async function readAgain(id: string): Promise<DeskApplication | null> {
  const found = await api.getPage(`applications?search=${id}`, deskApplicationListSchema);
  return found.data.find(({ _id }) => _id === id) ?? null;
}
