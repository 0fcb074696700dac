/** Sets categories by two columns pasted from Excel; each line that can't be taken is named, and then none is. */
import { useState } from 'react';
import {
  type MeritCategoriesReport,
  type MeritList,
  meritCategoriesReportSchema,
  meritCategoriesSchema,
} from '#contract/desk/merit.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { OfficeDialog } from '../candidates/office-dialog.tsx';

interface CategoriesDialogProps {
  open: boolean;
  merit: MeritList;
  onClose: () => void;
  onDone: (said: string) => void;
}

const TIMEOUT_MS = 120_000;
const NONE = { errors: [], more: 0 };

export function CategoriesDialog({ open, merit, onClose, onDone }: CategoriesDialogProps) {
  const [refused, setRefused] = useState<Pick<MeritCategoriesReport, 'errors' | 'more'>>(NONE);
  const close = () => {
    setRefused(NONE);
    onClose();
  };
  return (
    <OfficeDialog
      open={open}
      onClose={close}
      title="Set categories"
      action="Set categories"
      pendingLabel="Setting…"
      problemTitle="No category was set"
      plan={{
        schema: meritCategoriesSchema,
        send: (body) =>
          api.put(`exams/${merit.examId}/merit/categories`, body, meritCategoriesReportSchema, {
            timeoutMs: TIMEOUT_MS,
          }),
        onDone: ({ changed, errors, more }) => {
          setRefused({ errors, more });
          if (errors.length === 0)
            onDone(`${formatCount(changed, 'candidate')} with a changed category.`);
        },
        fallback: 'The categories could not be set. Please try again.',
      }}
    >
      <p>
        For the cut-offs of this list only. Copy two columns from Excel, UID and category, and paste
        them. A UID pasted without a category loses its category.
      </p>
      <TextArea
        label="UID and category, one candidate per line"
        name="list"
        rows={8}
        spellCheck={false}
        placeholder={'7K2M9QX\tOBC\nR4T8WZ3\tGeneral'}
      />
      {refused.errors.length > 0 && (
        <Notice
          tone="danger"
          title={`No category was set: ${formatCount(refused.errors.length + refused.more, 'line')} cannot be read`}
          live
        >
          <ul>
            {refused.errors.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
            {refused.more > 0 && <li>And {formatCount(refused.more, 'further line')}.</li>}
          </ul>
        </Notice>
      )}
    </OfficeDialog>
  );
}
