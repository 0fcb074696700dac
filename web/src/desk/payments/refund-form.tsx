/**
 * Refunds an order: how much and why. The request keeps one id while the form is open, so that a second press after a lost
 * reply doesn't refund twice.
 */

import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type DeskOrder,
  type DeskOrderDetail,
  deskOrderDetailSchema,
  type RefundRequest,
  refundRequestSchema,
} from '#contract/desk/payment-desk.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { newRequestId } from '#web/shared/desk/request-id.ts';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import styles from './payments.module.css';
import { refundIn } from './refund-in-turn.ts';

const bare = (typed: string) => typed.replace(/[\s₹]/g, '');
/** Accepts commas only as separators of thousands or lakhs: `1,50` is refused, because it may mean one rupee fifty. */
const AMOUNT = /^(?:\d*|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?$/;

const formSchema = z.object({
  amount: z.pipe(
    z.pipe(
      z
        .string()
        .check(z.refine((typed) => AMOUNT.test(bare(typed)), 'Please type it like 1,250.50.')),
      z.transform((typed) => Number(bare(typed).replaceAll(',', ''))),
    ),
    refundRequestSchema.shape.amount,
  ),
  reason: refundRequestSchema.shape.reason,
});

/** The outcome of the last act on an order, for people. */
export interface Said {
  text: string;
  tone: NoticeTone;
}

interface RefundFormProps {
  order: DeskOrderDetail;
  onCancel: () => void;
  /** Gets the order as it is after the refund. */
  onDone: (order: DeskOrderDetail, said: Said) => void;
}

export function RefundForm({ order, onCancel, onDone }: RefundFormProps) {
  const [requestId] = useState(newRequestId);
  /** No reply came and the order shows no refund yet, but the server may still be making it. */
  const [unsure, setUnsure] = useState(false);
  const submit = useSubmit({
    schema: formSchema,
    fallback: 'We couldn’t request the refund. Please try again.',
    send: async ({ amount, reason }) => {
      const exam = order.examId !== null && { examId: order.examId };
      const body: RefundRequest = { requestId, amount, reason, ...exam };
      const path = `payments/${encodeURIComponent(order.order_id)}`;
      try {
        const after = await api.post(`${path}/refunds`, body, deskOrderDetailSchema);
        return { after, said: describe(after, requestId) };
      } catch (error) {
        if (unsure || isUnsure(error)) {
          const now = await api.get(path, deskOrderDetailSchema).catch(() => null);
          const isMade = now?.refunds.some(({ id }) => id === requestId);
          if (now && isMade) return { after: now, said: describe(now, requestId) };
          setUnsure(now === null || isUnsure(error));
        }
        if (!(error instanceof ApiProblem && error.code === 'changed-meanwhile')) throw error;
        const after = await api.get(path, deskOrderDetailSchema);
        return { after, said: { text: wasMoved(after), tone: 'warn' as const } };
      }
    },
    onDone: ({ after, said }) => onDone(after, said),
  });
  return (
    <BareForm className={styles.form} submit={submit}>
      <p>
        <strong>
          <bdi>{order.name}</bdi>
        </strong>{' '}
        paid {formatRupees(order.amount)} for <bdi>{order.item}</bdi>. The money will go back to the
        account it was paid from.
      </p>
      {order.enrolment !== null &&
        order.enrolment !== 'Registered' &&
        order.status === 'success' && (
          <Notice tone="warn" title={`The candidate stays ${order.enrolment}`}>
            <p>
              {order.enrolment === 'Fees Paid'
                ? 'A refund doesn’t take the seat away: they can still take this exam. To let them take another exam instead, move them under Candidates.'
                : 'A refund doesn’t take the result away.'}
            </p>
          </Notice>
        )}
      <TextField
        label="Amount in rupees"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={String(refundableOf(order))}
        hint={`At most ${formatRupees(refundableOf(order))}.`}
      />
      <TextArea
        label="Reason"
        name="reason"
        maxLength={300}
        hint="For the record. The candidate can’t see it."
      />
      <SubmitProblem
        submit={submit}
        title={
          unsure
            ? 'It may have been refunded. Press Refund again: the money goes back only once'
            : 'Nothing was refunded'
        }
      />
      <div className={styles.acts}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" pending={submit.pending} pendingLabel="Refunding…">
          Refund
        </Button>
      </div>
    </BareForm>
  );
}

/** @throws ApiProblem unreadable-reply when the refund isn't there */
function describe(after: DeskOrderDetail, requestId: string): Said {
  const { amount: rupees, status } = refundIn(after, requestId);
  const amount = formatRupees(rupees);
  return status === 'failed'
    ? { text: `The bank refused to send ${amount} back.`, tone: 'warn' }
    : { text: `${amount} is on its way back.`, tone: 'success' };
}

const wasMoved = ({ name, item }: DeskOrderDetail) =>
  `Nothing was refunded: ${name} was moved to ${item} in the meantime. To refund the fee of that exam, press Refund…`;

/** What can still be refunded by our own records, in rupees; the gateway decides in the end. */
export function refundableOf({ status, amount, refunded, officeInvoice }: DeskOrder): number {
  if (officeInvoice !== null) return 0;
  if (status !== 'success' && status !== 'review') return 0;
  return Math.max(0, Math.round((amount - refunded) * 100) / 100);
}
