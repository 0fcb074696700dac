/**
 * One enquiry whole, with the office's state and note. A change by somebody else meanwhile is told and never
 * overwritten unseen.
 */
import * as z from 'zod/mini';
import {
  type Enquiry,
  enquiryChangeSchema,
  enquiryKindNames,
  enquirySchema,
  enquiryStateNames,
} from '#contract/site/enquiries.ts';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { Form } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { Reach, stateOptions } from './enquiry-columns.tsx';
import styles from './enquiry-desk.module.css';

const enquiryFormSchema = z.omit(enquiryChangeSchema, { version: true });

interface EnquiryDialogProps {
  /** Null while none is open. */
  opened: Enquiry | null;
  onClose: () => void;
  onSaved: () => void;
  /** Somebody else's version is wanted instead of what was typed. */
  onTakeTheirs: (theirs: Enquiry) => void;
}

export function EnquiryDialog({ opened, onClose, ...rest }: EnquiryDialogProps) {
  return (
    <Dialog open={opened !== null} onClose={onClose} title={opened ? titleOf(opened) : ''}>
      {opened && (
        <div className={styles.opened}>
          <dl className={styles.facts}>
            <dt>Received</dt>
            <dd>{formatDateTime(opened.createdAt)}</dd>
            <dt>Reach</dt>
            <dd>
              <Reach email={opened.email} phone={opened.phone} />
            </dd>
            {opened.applicationId && (
              <>
                <dt>Application</dt>
                <dd>{opened.applicationId}</dd>
              </>
            )}
          </dl>
          {opened.message && <p className={styles.message}>{opened.message}</p>}
          <AnswerForm key={opened.version} enquiry={opened} {...rest} />
        </div>
      )}
    </Dialog>
  );
}

function titleOf({ kind, name, email }: Enquiry): string {
  return `${enquiryKindNames[kind]}: ${name || email}`;
}

type AnswerFormProps = Pick<EnquiryDialogProps, 'onSaved' | 'onTakeTheirs'> & { enquiry: Enquiry };

function AnswerForm({ enquiry, onSaved, onTakeTheirs }: AnswerFormProps) {
  const path = `enquiries/${enquiry._id}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: enquiryFormSchema,
    opened: enquiry,
    readNewest: () => api.get(path, enquirySchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, enquirySchema),
    onDone: onSaved,
    fallback: 'The enquiry could not be saved. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="The enquiry was not saved"
      before={
        conflict && (
          <ChangedMeanwhile
            what="this enquiry"
            conflict={conflict}
            inWords={inWords}
            onTakeTheirs={onTakeTheirs}
          />
        )
      }
    >
      <Select
        label="Status"
        name="state"
        placeholder="Choose a status"
        options={stateOptions}
        defaultValue={enquiry.state}
      />
      <TextArea
        label="Note"
        hint="For the office only."
        name="note"
        optional
        rows={3}
        maxLength={2_000}
        defaultValue={enquiry.note}
      />
    </Form>
  );
}

function inWords({ state, note }: Enquiry): InWords {
  return { Status: enquiryStateNames[state], Note: note };
}
