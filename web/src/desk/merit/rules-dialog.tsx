/** The rules by which a merit list ranks: tie-breaks in their order, cut-offs, and the exams that are shifts of this one. */
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type MeritCategoriesReport,
  type MeritList,
  type MeritRules,
  meritCategoriesReportSchema,
  meritCategoriesSchema,
  meritListSchema,
  meritRulesChangeSchema,
  type TieBreak,
} from '#contract/desk/merit.ts';
import { rulesInWords } from '#machines/merit/rules-in-words.ts';
import { OfficeDialog, ReasonField } from '#web/desk/candidates/office-dialog.tsx';
import { ChangedMeanwhile, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { listExamNames } from '#web/shared/desk/exam-options.ts';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea, useFieldError } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './merit-list.module.css';
import { CutoffFields, TieBreakFields } from './rule-fields.tsx';

interface RulesDialogProps {
  open: boolean;
  merit: MeritList;
  onClose: () => void;
  onDone: (said: string) => void;
}

const formSchema = z.object({ reason: meritRulesChangeSchema.shape.reason });

export function RulesDialog(props: RulesDialogProps) {
  // Unmounted while closed, so that unsaved rules are gone when it is opened again.
  return props.open ? <RulesForm key={props.merit.version} {...props} /> : null;
}

function RulesForm({ open, merit, onClose, onDone }: RulesDialogProps) {
  const [opened, setOpened] = useState(merit);
  const [rules, setRules] = useState<MeritRules>(opened.rules);
  const change = (more: Partial<MeritRules>) => setRules((before) => ({ ...before, ...more }));
  const path = `exams/${merit.examId}/merit`;
  const { submit, conflict, goOnFrom } = useVersionedSubmit({
    schema: formSchema,
    opened: merit,
    what: 'these rules',
    inWords,
    replaces: (version) => ({ Rules: JSON.stringify(version.rules) }),
    readNewest: () => api.get(path, meritListSchema),
    send: ({ reason }, { version }) => api.put(path, { rules, version, reason }, meritListSchema),
    onDone: () => onDone('Rules saved. Work out the list to see what changes.'),
    fallback: 'We couldn’t save the rules. Please try again.',
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Rules of the merit list"
      changed={rules !== opened.rules}
    >
      <Form
        submit={submit}
        action="Save rules"
        pendingLabel="Saving…"
        problemTitle="The rules weren’t saved"
        before={
          <ChangedMeanwhile
            conflict={conflict}
            onTakeTheirs={(theirs) => {
              setOpened(theirs);
              setRules(theirs.rules);
              goOnFrom(theirs);
            }}
          />
        }
      >
        <TieBreakFields
          sections={merit.sections}
          value={rules.tieBreaks}
          onChange={(tieBreaks: TieBreak[]) => change({ tieBreaks })}
        />
        <CutoffFields
          key={opened.version}
          merit={merit}
          unit={rules.shifts.length > 0 ? 'percentile' : 'marks'}
          value={rules.cutoffs}
          onChange={(cutoffs) => change({ cutoffs })}
        />
        <ShiftFields
          examId={merit.examId}
          value={rules.shifts}
          onChange={(shifts) => change({ shifts })}
        />
        <ReasonField />
      </Form>
    </FormDialog>
  );
}

function inWords({ rules, examName, shifts }: MeritList): InWords {
  const names = shifts.length > 0 ? [examName, ...shifts.map((it) => it.examName)] : [];
  return { Rules: rulesInWords(rules, names).join(' ') };
}

interface ShiftFieldsProps {
  examId: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The exams that are shifts of this one: each candidate gets a percentile within their own shift, and all are on one list. */
function ShiftFields({ examId, value, onChange }: ShiftFieldsProps) {
  const error = useFieldError('rules.shifts');
  const asked = useAsk(listExamNames);
  const exams = asked.latest ?? [];
  const label = (id: string) => {
    const exam = exams.find(({ _id }) => _id === id);
    return exam ? `${exam.name}, ${formatDateTime(exam.startDate)}` : id;
  };
  return (
    <fieldset className={styles.group}>
      <legend>Other shifts of this exam</legend>
      <p>
        With more than one shift, the list ranks by percentile within each shift, so a harder paper
        doesn’t cost anyone a place.
      </p>
      <ul className={styles.ordered}>
        {value.map((id) => (
          <li key={id}>
            <span className={styles.grow}>{label(id)}</span>
            <Button
              aria-label={`${label(id)}: leave out`}
              onClick={() => onChange(value.filter((each) => each !== id))}
            >
              Leave out
            </Button>
          </li>
        ))}
      </ul>
      <Select
        label="Add a shift"
        placeholder="Choose an exam"
        hint={
          asked.loaded.state === 'failed' && (
            <RowAct icon="refresh" onClick={asked.retry}>
              Reload the exams
            </RowAct>
          )
        }
        optional
        options={exams
          .filter(({ _id, archived }) => _id !== examId && !archived && !value.includes(_id))
          .map(({ _id }) => ({ value: _id, label: label(_id) }))}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...value, target.value])}
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

// Sets categories from two columns pasted from Excel. If any line can't be read, those lines are named and no category is set.

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
      schema={meritCategoriesSchema}
      send={(body) =>
        api.put(`exams/${merit.examId}/merit/categories`, body, meritCategoriesReportSchema, {
          timeoutMs: TIMEOUT_MS,
        })
      }
      onDone={({ changed, errors, more }) => {
        setRefused({ errors, more });
        if (errors.length === 0)
          onDone(`${formatCount(changed, 'candidate')} with a changed category.`);
      }}
      fallback="We couldn’t set the categories. Please try again."
    >
      <p>
        These are only for this list’s cut-offs. Copy two columns from Excel, UID and category, and
        paste them here. A UID pasted without a category loses the one it had.
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
          title={`No category was set: ${formatCount(refused.errors.length + refused.more, 'line')} can’t be read`}
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
