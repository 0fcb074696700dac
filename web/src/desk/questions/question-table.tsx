/** One page of questions under the names that question files use; the right option is ticked. */
import type { Question, QuestionChanged } from '#contract/desk/questions.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { QuestionEdit } from './question-edit.tsx';
import styles from './question-table.module.css';
import type { Edits } from './use-edits.ts';

interface QuestionTableProps {
  questions: readonly Question[];
  /** How many come on earlier pages. */
  before: number;
  edits: Edits;
  onSaved: (changed: QuestionChanged) => void;
  /** Somebody else has changed a question that is being edited. */
  onOutdated: () => void;
  onDelete: (question: Question) => void;
}

export function QuestionTable(props: QuestionTableProps) {
  const { questions, before, edits, onSaved, onOutdated, onDelete } = props;
  const columns: Column<Question>[] = [
    { key: 'number', head: '#', numeric: true, cell: (_, index) => before + index + 1 },
    {
      key: 'question',
      head: 'Questions',
      rowHead: true,
      cell: ({ _id, Questions }) => (
        <span id={textId(_id)} className={styles.question}>
          {Questions}
        </span>
      ),
    },
    ...optionNames.map((name) => ({
      key: name,
      head: name,
      cell: (question: Question) => <Option question={question} name={name} />,
    })),
    { key: 'correct', head: 'CorrectAnswer', cell: ({ CorrectAnswer }) => CorrectAnswer },
    { key: 'weightage', head: 'Weightage', numeric: true, cell: ({ Weightage }) => Weightage },
    { key: 'negative', head: 'Negative', numeric: true, cell: ({ Negative }) => Negative },
    { key: 'type', head: 'Type', cell: ({ Type }) => <span className={styles.type}>{Type}</span> },
    {
      key: 'actions',
      head: 'Actions',
      pinned: true,
      cell: (question) => (
        <RowActs>
          <RowAct
            id={editId(question._id)}
            aria-describedby={textId(question._id)}
            onClick={() => edits.begin(question)}
          >
            Edit
          </RowAct>
          <RowAct danger aria-describedby={textId(question._id)} onClick={() => onDelete(question)}>
            Delete
          </RowAct>
        </RowActs>
      ),
    },
  ];
  return (
    <DataTable
      caption="Questions"
      captionHidden
      dense
      columns={columns}
      rows={questions}
      rowKey={({ _id }) => _id}
      spanning={(question) => {
        const opened = edits.of(question._id);
        if (!opened) return null;
        const end = () => {
          edits.end(question._id);
          // Back to where editing began, once the row is an ordinary one again.
          requestAnimationFrame(() => document.getElementById(editId(question._id))?.focus());
        };
        return (
          <QuestionEdit
            key={opened.version}
            opened={opened}
            onSaved={(changed) => {
              end();
              onSaved(changed);
            }}
            onTakeTheirs={(theirs) => {
              edits.begin(theirs);
              onOutdated();
            }}
            onOutdated={onOutdated}
            onEnd={end}
          />
        );
      }}
    />
  );
}

function textId(questionId: string): string {
  return `question-${questionId}`;
}

function editId(questionId: string): string {
  return `edit-${questionId}`;
}

function Option({ question, name }: { question: Question; name: OptionName }) {
  const isRight = question.CorrectAnswer === name;
  return (
    <span className={isRight ? styles.right : styles.option}>
      {isRight && (
        <>
          <Icon name="circle-check" size="sm" />
          <VisuallyHidden>Right answer: </VisuallyHidden>
        </>
      )}
      <span>{question[name]}</span>
    </span>
  );
}
