/** Edits a question in its row. A change that somebody else saved meanwhile is shown, and never overwritten unseen. */
import { useEffect, useRef, useState } from 'react';
import {
  type Question,
  type QuestionChanged,
  questionChangedSchema,
  questionDraftSchema,
  questionFields,
  questionSchema,
} from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { ChangedMeanwhile, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { isChanged } from '#web/shared/desk/form-dialog.tsx';
import { useUnsaved } from '#web/shared/desk/leave-guard.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea, TextField } from '#web/ui/field.tsx';
import styles from './questions.module.css';

interface QuestionEditProps {
  /** The question as it was when editing began. */
  opened: Question;
  onSaved: (changed: QuestionChanged) => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeTheirs: (theirs: Question) => void;
  /** The list shows an old version of the question and must be loaded again. */
  onOutdated: () => void;
  /** Resolves when it is told whether the question was archived. */
  onArchive: () => Promise<void>;
  onHistory: () => void;
  /** Editing was cancelled. */
  onEnd: () => void;
}

const ALSO = 'also';
/** The labels of the “Also right” boxes: not OptionOne and so on, so that no two fields of the form have the same label. */
const places = ['First', 'Second', 'Third', 'Fourth'];

export function QuestionEdit(props: QuestionEditProps) {
  const { opened, onSaved, onTakeTheirs, onOutdated, onArchive, onHistory, onEnd } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  useUnsaved(() => isChanged(form.current));
  const [archiving, setArchiving] = useState<'asked' | 'pending' | null>(null);
  async function archive() {
    setArchiving('pending');
    await onArchive();
    setArchiving(null);
  }

  const path = `questions/${opened._id}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: questionDraftSchema,
    opened,
    what: 'this question',
    inWords: questionInWords,
    readNewest: () => api.get(path, questionSchema),
    send: (typed, { version }) => {
      const ticked = form.current ? new FormData(form.current).getAll(ALSO) : [];
      const AlsoCorrect = optionNames.filter((name) => ticked.includes(name));
      return api.put(path, { ...typed, AlsoCorrect, version }, questionChangedSchema);
    },
    onDone: onSaved,
    fallback: 'We couldn’t save the question. Please try again.',
  });
  // A message above the buttons can push them out of the scrolling frame. (ChangedMeanwhile scrolls to a conflict itself.)
  const failed = submit.problem !== null;
  useEffect(() => {
    if (failed)
      form.current?.querySelector('[type="submit"]')?.scrollIntoView({ block: 'nearest' });
  }, [failed]);

  return (
    <BareForm ref={form} className={styles.form} aria-label="Edit this question" submit={submit}>
      <TextArea label="Questions" name="Questions" dir="auto" defaultValue={opened.Questions} />
      <div className={styles.options}>
        {optionNames.map((name) => (
          <TextArea
            key={name}
            label={name}
            name={name}
            rows={2}
            dir="auto"
            defaultValue={opened[name]}
          />
        ))}
      </div>
      <div className={styles.facts}>
        <Select
          label="CorrectAnswer"
          name="CorrectAnswer"
          placeholder="Select an option"
          options={optionNames.map((value) => ({ value, label: value }))}
          defaultValue={opened.CorrectAnswer}
        />
        <TextField
          label="Weightage"
          name="Weightage"
          inputMode="decimal"
          defaultValue={opened.Weightage}
        />
        <TextField
          label="Negative"
          name="Negative"
          inputMode="decimal"
          defaultValue={opened.Negative}
        />
        <TextField label="Type" name="Type" defaultValue={opened.Type} />
      </div>
      <fieldset className={styles.also}>
        <legend>Also right</legend>
        {optionNames.map((name, at) => (
          <label key={name}>
            <input
              type="checkbox"
              name={ALSO}
              value={name}
              defaultChecked={opened.AlsoCorrect?.includes(name) ?? false}
            />
            {places[at]}
          </label>
        ))}
      </fieldset>
      <p className={styles.aside}>
        Whoever chose an option that is also right gets full marks. If all four are ticked, any
        answer does. To leave a question out of every score, set Weightage and Negative to 0.
      </p>
      <ChangedMeanwhile conflict={conflict} onTakeTheirs={onTakeTheirs} />
      <SubmitProblem submit={submit} title="The question wasn’t saved" />
      <div className={styles.editActs}>
        <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
          Save
        </Button>
        <Button
          onClick={() => {
            onEnd();
            if (conflict) onOutdated();
          }}
        >
          Cancel
        </Button>
        <Button variant="quiet" onClick={onHistory}>
          History
        </Button>
        <Button
          variant="quiet"
          pending={archiving === 'pending'}
          pendingLabel="Archiving…"
          onClick={() => (isChanged(form.current) ? setArchiving('asked') : archive())}
        >
          Archive
        </Button>
      </div>
      <ConfirmDialog
        open={archiving === 'asked'}
        title="Archive without saving?"
        action="Archive"
        pendingLabel="Archiving…"
        onConfirm={archive}
        onClose={() => setArchiving(null)}
      >
        <p>Your changes aren’t saved.</p>
      </ConfirmDialog>
    </BareForm>
  );
}

// The rows that are being edited. They stay in view on every page, search and filter, so that looking something up loses nothing
// that was typed.

interface Edits {
  /** The question as it was when editing began, or undefined. */
  of: (id: string) => Question | undefined;
  begin: (question: Question) => void;
  end: (id: string) => void;
  /** The questions being edited that aren't on the page, followed by the page. */
  withRows: (page: readonly Question[]) => Question[];
}

export function useEdits(): Edits {
  const [editing, setEditing] = useState<readonly Question[]>([]);
  return {
    of: (id) => editing.find(({ _id }) => _id === id),
    begin: (question) => setEditing((before) => [...without(before, question._id), question]),
    end: (id) => setEditing((before) => without(before, id)),
    withRows: (page) => withRows(editing, page),
  };
}

function without(questions: readonly Question[], id: string): Question[] {
  return questions.filter(({ _id }) => _id !== id);
}

export function withRows(editing: readonly Question[], page: readonly Question[]): Question[] {
  const onPage = new Set(page.map(({ _id }) => _id));
  return [...editing.filter(({ _id }) => !onPage.has(_id)), ...page];
}

/** A question as text by the labels of its form, to compare it with another version. */
export function questionInWords(question: Question): InWords {
  return {
    ...Object.fromEntries(questionFields.map((name) => [name, String(question[name])])),
    'Also right': question.AlsoCorrect?.join(', ') ?? '',
  };
}
