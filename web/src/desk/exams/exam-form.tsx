/** The form of one exam; when saving fails, it keeps what was typed and marks the fields that are wrong. */

import { useState } from 'react';
import {
  anotherDeviceWays,
  type Exam,
  examSchema,
  examStarts,
  examStatuses,
} from '#contract/wire/exams.ts';
import { examFormats } from '#contract/wire/values.ts';
import { ChangedMeanwhile, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import { newRequestId } from '#web/shared/desk/request-id.ts';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { WholeNumberField } from '#web/shared/desk/whole-number-field.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { serverNow } from '#web/shared/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './exam-form.module.css';
import { DescriptionField, ImageField, SectionRows } from './exam-form-fields.tsx';
import {
  anotherDeviceInWords,
  examFormSchema,
  examInWords,
  newExamValues,
  readSections,
  startHint,
  startInWords,
  type TypedExam,
  toCopyValues,
  toFormData,
  toFormValues,
  wordless,
} from './exam-form-values.ts';

interface ExamFormProps {
  /** Null for a new exam. */
  exam: Exam | null;
  /** The exam that a new one copies; null for a blank form. */
  copyOf: Exam | null;
  onCancel: () => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeOther: (other: Exam) => void;
  onSaved: (exam: Exam) => void;
}

/** The hint of a field that can't change. A disabled control isn't sent, so a hidden one sends its value. */
const FIXED = 'You can’t change this: candidates have already taken this exam.';

/** Enough to upload a photo taken with a phone on a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;

export function ExamForm(props: ExamFormProps) {
  const { exam, copyOf, onCancel, onTakeOther, onSaved } = props;
  const values = exam ? toFormValues(exam) : copyOf ? toCopyValues(copyOf) : newExamValues;
  const [sections, setSections] = useState(values.fields);
  const [start, setStart] = useState(values.startDate);
  const [format, setFormat] = useState(values.format);
  // The server checks this again, because a candidate may start the exam while this form is open.
  const locked = exam?.sat === true;
  const startLocked = locked && exam.start === 'together';
  const [id] = useState(() => exam?._id ?? newRequestId());
  /** No reply came: the new exam may have been created. */
  const [unsure, setUnsure] = useState(false);

  /** @param seen null while no exam of this id is known */
  async function save(typed: TypedExam, seen: Exam | null): Promise<Exam> {
    const options = { timeoutMs: UPLOAD_TIMEOUT_MS };
    try {
      if (seen) {
        const body = toFormData(typed, { version: seen.version });
        return await api.put(`exams/${id}`, body, examSchema, options);
      }
      const body = toFormData(typed, { id, imageOf: copyOf?._id });
      return await api.post('exams', body, examSchema, options);
    } catch (error) {
      setUnsure((was) => !seen && (was || isUnsure(error)));
      throw error;
    }
  }

  const { submit, conflict } = useVersionedSubmit({
    schema: examFormSchema,
    opened: exam,
    what: 'this exam',
    inWords: (version) => (version ? examInWords(version) : {}),
    wordless,
    readNewest: () => api.get(`exams/${id}`, examSchema),
    send: save,
    onDone: onSaved,
    onTyped: (form) => {
      const typed = Object.fromEntries(new FormData(form));
      setSections(readSections(typed));
      setStart(String(typed.startDate ?? values.startDate));
      setFormat(examFormats.find((known) => known === typed.format) ?? values.format);
    },
    fallback: 'We couldn’t save the exam. Please try again.',
  });

  return (
    <BareForm className={styles.form} submit={submit}>
      {locked && (
        <Notice tone="info" title="Candidates have taken this exam">
          <p>
            Format, duration, {startLocked && 'start, '}sections and timing can’t be changed any
            more. To change them, duplicate the exam. To give more time, open the proctor’s board
            under Live.
          </p>
        </Notice>
      )}
      <div className={styles.fields}>
        <div className={styles.wide}>
          <TextField label="Exam Name" name="name" defaultValue={values.name} maxLength={200} />
        </div>
        <TextField
          label="Price"
          hint="In rupees, including GST; 0 is free"
          name="price"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          defaultValue={values.price}
        />
        <WholeNumberField
          label="Duration"
          hint={locked ? FIXED : 'Minutes'}
          disabled={locked}
          name="duration"
          min={1}
          defaultValue={values.duration}
        />
        <TextField
          label="Start"
          hint={
            startLocked
              ? 'You can’t change this: everyone’s time is counted from it.'
              : startHint(start, values.startDate, serverNow())
          }
          disabled={startLocked}
          name="startDate"
          type="datetime-local"
          defaultValue={values.startDate}
        />
        <ImageField imageUrl={(exam ?? copyOf)?.imageUrl ?? null} />
        <Select
          label="Format"
          hint={locked ? FIXED : undefined}
          disabled={locked}
          name="format"
          placeholder="Select a format"
          options={examFormats.map((value) => ({ value, label: value }))}
          defaultValue={values.format}
        />
        <Select
          label="Status"
          name="status"
          placeholder="Select a status"
          options={examStatuses.map((value) => ({ value, label: value }))}
          defaultValue={values.status}
        />
        <div className={styles.half}>
          <Select
            label="Time runs"
            hint={
              locked
                ? FIXED
                : 'If the time runs from the start for everyone, latecomers get less time and all downloaded papers open together.'
            }
            disabled={locked}
            name="start"
            placeholder="Select when the time runs"
            options={examStarts.map((value) => ({ value, label: startInWords[value] }))}
            defaultValue={values.start}
          />
        </div>
        <div className={styles.half}>
          <Select
            label="Another phone"
            hint="Who decides if a candidate whose phone died can continue on another one."
            name="anotherDevice"
            placeholder="Select who decides"
            options={anotherDeviceWays.map((value) => ({
              value,
              label: anotherDeviceInWords[value],
            }))}
            defaultValue={values.anotherDevice}
          />
        </div>
        <div className={styles.wide}>
          <WholeNumberField
            label="Accept late work for"
            hint="Minutes after the end. Answers given in time still count if they arrive within these minutes. Leave this blank to use the value in Settings; 0 means never."
            name="lateMinutes"
            min={0}
            max={1440}
            optional
            defaultValue={values.lateMinutes ?? ''}
          />
        </div>
        <div className={styles.wide}>
          <DescriptionField markup={values.description} />
        </div>
      </div>
      {locked && (
        <>
          <input type="hidden" name="duration" value={exam.duration} />
          <input type="hidden" name="format" value={exam.format} />
          <input type="hidden" name="start" value={exam.start} />
          {startLocked && <input type="hidden" name="startDate" value={exam.startDate} />}
        </>
      )}
      <SectionRows initial={values.fields} typed={sections} format={format} locked={locked} />
      <ChangedMeanwhile
        conflict={conflict}
        onTakeTheirs={(theirs) => theirs && onTakeOther(theirs)}
      />
      <div className={styles.acts}>
        <SubmitProblem
          submit={submit}
          title={
            unsure
              ? 'The exam may have been created. Press Create Exam again: it will be created only once'
              : 'The exam wasn’t saved'
          }
        />
        <div className={styles.buttons}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
            {exam ? 'Update Exam' : 'Create Exam'}
          </Button>
        </div>
      </div>
    </BareForm>
  );
}
