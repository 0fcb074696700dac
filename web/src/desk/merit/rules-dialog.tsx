/** By which rules a list ranks: tie-breaks in their order, cut-offs, and which exams are shifts of this one. */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type MeritList,
  type MeritRules,
  meritListSchema,
  meritRulesChangeSchema,
  type TieBreak,
} from '#contract/desk/merit.ts';
import { api } from '#web/shared/http.ts';
import { OfficeDialog } from '../candidates/office-dialog.tsx';
import { CutoffFields } from './cutoff-fields.tsx';
import { ShiftFields } from './shift-fields.tsx';
import { TieBreakFields } from './tie-break-fields.tsx';

interface RulesDialogProps {
  open: boolean;
  merit: MeritList;
  onClose: () => void;
  onDone: (said: string) => void;
}

const formSchema = z.object({ reason: meritRulesChangeSchema.shape.reason });

export function RulesDialog(props: RulesDialogProps) {
  // What was typed and not sent is gone once the window is closed.
  return props.open ? <RulesForm key={props.merit.version} {...props} /> : null;
}

function RulesForm({ open, merit, onClose, onDone }: RulesDialogProps) {
  const [rules, setRules] = useState<MeritRules>(merit.rules);
  const change = (more: Partial<MeritRules>) => setRules((before) => ({ ...before, ...more }));
  return (
    <OfficeDialog
      open={open}
      onClose={onClose}
      title="Rules of the merit list"
      action="Save rules"
      pendingLabel="Saving…"
      problemTitle="The rules are not saved"
      plan={{
        schema: formSchema,
        send: ({ reason }) =>
          api.put(
            `exams/${merit.examId}/merit`,
            { rules, version: merit.version, reason },
            meritListSchema,
          ),
        onDone: () => onDone('The rules are saved. Work the list out to see what they change.'),
        fallback: 'The rules could not be saved. Please try again.',
      }}
    >
      {(errors) => (
        <>
          <TieBreakFields
            sections={merit.sections}
            value={rules.tieBreaks}
            onChange={(tieBreaks: TieBreak[]) => change({ tieBreaks })}
            error={errors['rules.tieBreaks']}
          />
          <CutoffFields
            merit={merit}
            unit={rules.shifts.length > 0 ? 'percentile' : 'marks'}
            value={rules.cutoffs}
            onChange={(cutoffs) => change({ cutoffs })}
          />
          <ShiftFields
            examId={merit.examId}
            value={rules.shifts}
            onChange={(shifts) => change({ shifts })}
            error={errors['rules.shifts']}
          />
        </>
      )}
    </OfficeDialog>
  );
}
