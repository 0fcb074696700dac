/** The columns of the question bank, with the headings that question files use; right options have a tick. */
import type { Question } from '#contract/desk/questions.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { RowAct, RowActs } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './questions.module.css';

interface RowHandlers {
  /** The list shows archived questions, which can only be brought back. */
  archived: boolean;
  onBringBack: (question: Question) => void;
  onHistory: (question: Question) => void;
  onEdit: (question: Question) => void;
  onDelete: (question: Question) => void;
}

export function questionColumns(acts: RowHandlers): DeskColumn<Question>[] {
  return [
    { key: 'number', head: '#', numeric: true, width: 4, cell: (_, index) => index + 1 },
    {
      key: 'question',
      head: 'Questions',
      sort: 'question',
      rowHead: true,
      wraps: true,
      cell: ({ _id, Questions }) => (
        <span id={textId(_id)} dir="auto">
          {Questions}
        </span>
      ),
    },
    ...optionNames.map((name) => ({
      key: name,
      head: name,
      sort: name,
      width: 4.75,
      wraps: true,
      cell: (question: Question) => <Option question={question} name={name} />,
    })),
    {
      key: 'correct',
      head: 'CorrectAnswer',
      sort: 'correct',
      width: 6,
      wraps: true,
      cell: (question) => rightNames(question).join(', '),
    },
    {
      key: 'weightage',
      head: 'Weightage',
      sort: 'weightage',
      numeric: true,
      width: 4.75,
      aside: true,
      cell: ({ Weightage }) => Weightage,
    },
    {
      key: 'negative',
      head: 'Negative',
      sort: 'negative',
      numeric: true,
      width: 4.25,
      aside: true,
      cell: ({ Negative }) => Negative,
    },
    {
      key: 'type',
      head: 'Type',
      sort: 'type',
      width: 5.5,
      wraps: true,
      broad: true,
      cell: ({ Type }) => <span>{Type}</span>,
    },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: acts.archived ? 10 : 7,
      cell: (question) => (
        <RowActs>
          {acts.archived ? (
            <Archived {...acts} question={question} />
          ) : (
            <InBank {...acts} question={question} />
          )}
        </RowActs>
      ),
    },
  ];
}

function Archived({ question, onBringBack, onHistory }: RowHandlers & { question: Question }) {
  return (
    <>
      <RowAct aria-describedby={textId(question._id)} onClick={() => onBringBack(question)}>
        Bring back
      </RowAct>
      <RowAct aria-describedby={textId(question._id)} onClick={() => onHistory(question)}>
        History
      </RowAct>
    </>
  );
}

function InBank({ question, onEdit, onDelete }: RowHandlers & { question: Question }) {
  return (
    <>
      <RowAct
        id={editId(question._id)}
        aria-describedby={textId(question._id)}
        onClick={() => onEdit(question)}
      >
        Edit
      </RowAct>
      <RowAct danger aria-describedby={textId(question._id)} onClick={() => onDelete(question)}>
        Delete
      </RowAct>
    </>
  );
}

function textId(questionId: string): string {
  return `question-${questionId}`;
}

/** The id of a question's Edit button, to which the focus returns after editing. */
export function editId(questionId: string): string {
  return `edit-${questionId}`;
}

function rightNames({ CorrectAnswer, AlsoCorrect = [] }: Question): OptionName[] {
  return [CorrectAnswer, ...AlsoCorrect];
}

function Option({ question, name }: { question: Question; name: OptionName }) {
  const isRight = rightNames(question).includes(name);
  return (
    <span className={isRight ? styles.right : undefined}>
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
