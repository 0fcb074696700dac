/** One candidate's late acts, with what is known about when they were done. */

import { useState } from 'react';
import * as z from 'zod/mini';
import type { HeldAct, HeldSitting } from '#contract/desk/live.ts';
import { reasonSchema } from '#contract/hall/acts.ts';
import { lateWords } from '#contract/wire/late-words.ts';
import { Form } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { beside, clockTime, countActs, describeAct, span, whyNames } from './in-words.ts';
import styles from './live.module.css';

interface HeldCardProps {
  sitting: HeldSitting;
  onDecide: (sitting: HeldSitting, counted: boolean) => void;
  /** Marks late work that already counts as looked at; null when that isn't this user's task. */
  onLooked: ((sitting: HeldSitting) => Promise<void>) | null;
}

export function HeldCard({ sitting, onDecide, onLooked }: HeldCardProps) {
  const { sittingId, uid, fullName, examName, deadline, toldAt, earlier, acts, held, lateWork } =
    sitting;
  const [looking, setLooking] = useState(false);
  const nameId = `held-${sittingId}`;
  const whys = [...new Set(held.map(({ why }) => why.map((one) => whyNames[one]).join(' ')))];
  // A reason that all acts share is said once.
  const [why = ''] = whys.length === 1 ? whys : [];
  return (
    <li className={styles.exam}>
      <h2 className={styles.name} id={nameId}>
        <bdi>{fullName}</bdi> <span className={styles.detail}>{uid}</span>
      </h2>
      <p className={styles.times}>
        {examName} · deadline {formatDateTime(deadline)}
        {toldAt && <> · score shown at {clockTime(Date.parse(toldAt))}</>}
      </p>
      {lateWork && <p>{lateWords(lateWork)}</p>}
      {why !== '' && (
        <p>
          <strong>Why {acts === 1 ? 'it’s waiting' : 'they’re waiting'}:</strong> {why}
        </p>
      )}
      {acts > 0 && (
        <DataTable
          caption={`Late acts of ${fullName}`}
          captionHidden
          dense
          cards
          columns={whys.length > 1 ? [...evidence(sitting), whyColumn] : evidence(sitting)}
          rows={held}
          rowKey={({ deviceId, seq, type }) => `${deviceId} ${seq} ${type}`}
        />
      )}
      {acts > held.length && (
        <p className={styles.times}>
          The first {held.length} of {countActs(acts)}; the decision covers all of them.
        </p>
      )}
      {acts > 0 && earlier && (
        <p className={styles.times}>
          Earlier late acts of this candidate are already decided (
          {earlier === 'counted' ? 'they count' : 'they don’t count'}). A new decision applies to
          those too.
        </p>
      )}
      <div className={styles.acts}>
        {lateWork && onLooked && (
          <Button
            aria-describedby={nameId}
            pending={looking}
            onClick={() => {
              setLooking(true);
              onLooked(sitting).finally(() => setLooking(false));
            }}
          >
            Looked at
          </Button>
        )}
        {acts > 0 && (
          <>
            <Button aria-describedby={nameId} onClick={() => onDecide(sitting, true)}>
              Count it
            </Button>
            <Button aria-describedby={nameId} onClick={() => onDecide(sitting, false)}>
              Don’t count
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function evidence({ startedAt, deadline, toldAt }: HeldSitting): Column<HeldAct>[] {
  const allowed = Date.parse(deadline) - Date.parse(startedAt);
  return [
    { key: 'what', head: 'What was done', rowHead: true, cell: describeAct },
    {
      key: 'measured',
      head: 'Measured since the start',
      cell: ({ elapsed }) => (
        <Fact detail={beside(elapsed - allowed, 'the end')}>{span(elapsed)}</Fact>
      ),
    },
    {
      key: 'received',
      head: 'Received',
      cell: ({ receivedAt }) => {
        const at = Date.parse(receivedAt);
        const isEarly = toldAt !== null && at <= Date.parse(deadline);
        const detail = isEarly
          ? beside(at - Date.parse(toldAt), 'the score was shown', 'when')
          : beside(at - Date.parse(deadline), 'the end');
        return <Fact detail={detail}>{clockTime(at)}</Fact>;
      },
    },
    {
      key: 'phone',
      head: 'Phone’s clock (not proof)',
      cell: ({ phoneTime }) =>
        phoneTime === null ? (
          <span className={styles.detail}>Not known</span>
        ) : (
          <Fact detail={beside(Date.parse(phoneTime) - Date.parse(deadline), 'the end')}>
            {clockTime(Date.parse(phoneTime))}
          </Fact>
        ),
    },
  ];
}

const whyColumn: Column<HeldAct> = {
  key: 'why',
  head: 'Why it’s waiting',
  cell: ({ why }) => why.map((one) => whyNames[one]).join(' '),
};

function Fact({ detail, children }: { detail: string; children: string }) {
  return (
    <span className={styles.fact}>
      {children}
      <span className={styles.detail}>{detail}</span>
    </span>
  );
}

/** A decision on all late acts of a sitting, before its reason is typed. */
export interface Decision {
  sitting: HeldSitting;
  counted: boolean;
}

interface DecideFormProps {
  decision: Decision;
  send: (reason: string) => Promise<unknown>;
  onDone: () => void;
  /** Shown when saving fails without a reason of its own. */
  fallback: string;
}

const schema = z.object({ reason: reasonSchema });

export function DecideForm({ decision, send, onDone, fallback }: DecideFormProps) {
  const { sitting, counted } = decision;
  const submit = useSubmit({ schema, send: ({ reason }) => send(reason), onDone, fallback });
  return (
    <div className={styles.decide}>
      {/* Where this form replaces the evidence in the same window, the pressed button is gone, so the focus continues
          here. */}
      <p ref={continueAt}>
        {countActs(sitting.acts)} of <strong>{sitting.fullName}</strong> ({sitting.uid}) in{' '}
        {sitting.examName}. {counted ? 'This work will count' : 'This work won’t count'}, and the
        score will be recalculated. Anything that arrives later will need its own decision.
      </p>
      <Form
        submit={submit}
        action={counted ? 'Count it' : 'Don’t count'}
        pendingLabel="Saving…"
        problemTitle="Nothing was decided"
      >
        <TextArea
          label="Reason"
          hint="For the activity log."
          name="reason"
          rows={3}
          maxLength={300}
        />
      </Form>
    </div>
  );
}
