/**
 * One enquiry whole, with the office's state and note. A change by somebody else meanwhile is told and never
 * overwritten unseen.
 */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Enquiry,
  enquiryChangeSchema,
  enquiryKindNames,
  enquirySchema,
  enquiryStateNames,
} from '#contract/enquiries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Form } from '#web/components/ui/form.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea } from '#web/components/ui/text-area.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { ApiProblem, api } from '#web/lib/http.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import styles from './enquiry-desk.module.css';
import { stateOptions } from './enquiry-options.ts';
import { Reach } from './enquiry-table.tsx';

const enquiryFormSchema = z.omit(enquiryChangeSchema, { version: true });

interface EnquiryDialogProps {
  /** Null while none is open. */
  opened: Enquiry | null;
  onClose: () => void;
  onSaved: () => void;
}

export function EnquiryDialog({ opened, onClose, onSaved }: EnquiryDialogProps) {
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
          <AnswerForm enquiry={opened} onSaved={onSaved} />
        </div>
      )}
    </Dialog>
  );
}

function titleOf({ kind, name, email }: Enquiry): string {
  return `${enquiryKindNames[kind]}: ${name || email}`;
}

function AnswerForm({ enquiry, onSaved }: { enquiry: Enquiry; onSaved: () => void }) {
  const [version, setVersion] = useState(enquiry.version);
  const [other, setOther] = useState<Enquiry | null>(null);
  const submit = useSubmit({
    schema: enquiryFormSchema,
    send: async (typed) => {
      try {
        return await api.put(`enquiries/${enquiry._id}`, { ...typed, version }, enquirySchema);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed-meanwhile')
          setOther(await api.get(`enquiries/${enquiry._id}`, enquirySchema));
        throw error;
      }
    },
    onDone: onSaved,
    fallback: 'The enquiry could not be saved. Please try again.',
  });
  const isOutdated = other !== null && other.version !== version;
  return (
    <Form
      submit={submit}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="The enquiry is not saved"
      before={
        isOutdated && (
          <Notice tone="warn" title="Their version" live>
            <p>
              State: {enquiryStateNames[other.state]}. Note: {other.note || 'none'}
            </p>
            <Button onClick={() => setVersion(other.version)}>Keep what I typed</Button>
          </Notice>
        )
      }
    >
      <Select
        label="State"
        name="state"
        placeholder="Choose a state"
        options={stateOptions}
        defaultValue={enquiry.state}
        error={submit.errors.state}
      />
      <TextArea
        label="Note"
        hint="For the office alone."
        name="note"
        optional
        rows={3}
        maxLength={2_000}
        defaultValue={enquiry.note}
        error={submit.errors.note}
      />
    </Form>
  );
}
