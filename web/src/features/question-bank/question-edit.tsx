/** A question edited in its row: Save or Cancel; a change by somebody else meanwhile is told, never overwritten. */
import { useEffect, useRef, useState } from 'react';
import {
  type Question,
  type QuestionChanged,
  questionChangedSchema,
  questionDraftSchema,
} from '#contract/questions.ts';
import { optionNames } from '#contract/values.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea } from '#web/components/ui/text-area.tsx';
import { TextField } from '#web/components/ui/text-field.tsx';
import { ApiProblem, api } from '#web/lib/http.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import styles from './question-edit.module.css';

interface QuestionEditProps {
  /** As it was when editing began, and as the list has it now. */
  opened: Question;
  latest: Question;
  onSaved: (changed: QuestionChanged) => void;
  onOutdated: () => void;
  /** Cancelled. */
  onEnd: () => void;
}

export function QuestionEdit({ opened, latest, onSaved, onOutdated, onEnd }: QuestionEditProps) {
  const form = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(opened.version);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);

  const submit = useSubmit({
    schema: questionDraftSchema,
    send: async (typed) => {
      try {
        const body = { ...typed, version };
        return await api.put(`questions/${opened._id}`, body, questionChangedSchema);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed-meanwhile') {
          setOutdated(true);
          onOutdated();
        }
        throw error;
      }
    },
    onDone: onSaved,
    fallback: 'The question could not be saved. Please try again.',
  });
  const { errors } = submit;
  const other = outdated && latest.version !== version ? latest : null;
  // What went wrong stands above the buttons, and pushes them out of the frame that scrolls.
  const told = other !== null || submit.problem !== null;
  useEffect(() => {
    if (told) form.current?.querySelector('[type="submit"]')?.scrollIntoView({ block: 'nearest' });
  }, [told]);

  return (
    <form ref={form} className={styles.form} aria-label="Edit this question" {...submit.form}>
      <TextArea
        label="Questions"
        name="Questions"
        defaultValue={opened.Questions}
        error={errors.Questions}
      />
      <div className={styles.options}>
        {optionNames.map((name) => (
          <TextArea
            key={name}
            label={name}
            name={name}
            rows={2}
            defaultValue={opened[name]}
            error={errors[name]}
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
          error={errors.CorrectAnswer}
        />
        <TextField
          label="Weightage"
          name="Weightage"
          inputMode="decimal"
          defaultValue={opened.Weightage}
          error={errors.Weightage}
        />
        <TextField
          label="Negative"
          name="Negative"
          inputMode="decimal"
          defaultValue={opened.Negative}
          error={errors.Negative}
        />
        <TextField label="Type" name="Type" defaultValue={opened.Type} error={errors.Type} />
      </div>
      {other ? (
        <Notice tone="warn" title="Someone else changed this question in the meantime" live>
          <p>What you typed is still here and not saved. Their version says:</p>
          <TheirVersion opened={opened} other={other} />
          <div className={styles.acts}>
            <Button onClick={() => setVersion(other.version)}>Keep what I typed</Button>
            <Button onClick={onEnd}>Leave theirs</Button>
          </div>
        </Notice>
      ) : (
        submit.problem && (
          <Notice tone="danger" title="The question is not saved" live>
            <p>{submit.problem}</p>
          </Notice>
        )
      )}
      <div className={styles.acts}>
        <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
          Save
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </form>
  );
}

const shown = [
  'Questions',
  ...optionNames,
  'CorrectAnswer',
  'Weightage',
  'Negative',
  'Type',
] as const;

function TheirVersion({ opened, other }: { opened: Question; other: Question }) {
  return (
    <dl className={styles.theirs}>
      {shown
        .filter((name) => opened[name] !== other[name])
        .map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{other[name]}</dd>
          </div>
        ))}
    </dl>
  );
}
