/** A window with one order: its details, its history and the acts on it. While refunding, the window shows the refund form. */
import { useCallback, useState } from 'react';
import { type DeskOrderDetail, deskOrderDetailSchema } from '#contract/desk/payment-desk.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { useTaken } from '#web/shared/desk/use-taken.ts';
import { api } from '#web/shared/http.ts';
import { receiptPath } from '#web/shared/paths.ts';
import { reasonOf, useAsk } from '#web/shared/use-load.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OrderFacts } from './order-facts.tsx';
import { RefundForm, refundableOf, type Said } from './refund-form.tsx';

interface OrderDialogProps {
  /** Null while the window is closed. */
  orderId: string | null;
  onClose: () => void;
  /** The order has changed, so the list must be loaded again. */
  onChanged: () => void;
}

export function OrderDialog({ orderId, onClose, onChanged }: OrderDialogProps) {
  const [refunding, setRefunding] = useState(false);
  function close() {
    setRefunding(false);
    onClose();
  }
  return (
    <FormDialog
      open={orderId !== null}
      onClose={refunding ? () => setRefunding(false) : close}
      title={refunding ? 'Refund' : 'Order'}
    >
      {orderId !== null && (
        <OpenOrder
          key={orderId}
          orderId={orderId}
          refunding={refunding}
          onRefunding={setRefunding}
          onChanged={onChanged}
        />
      )}
    </FormDialog>
  );
}

interface OpenOrderProps {
  orderId: string;
  refunding: boolean;
  onRefunding: (refunding: boolean) => void;
  onChanged: () => void;
}

function OpenOrder({ orderId, refunding, onRefunding, onChanged }: OpenOrderProps) {
  const path = `payments/${encodeURIComponent(orderId)}`;
  const [asked, take] = useTaken(
    useAsk(
      useCallback(
        (signal: AbortSignal) => api.get(path, deskOrderDetailSchema, { signal }),
        [path],
      ),
    ),
  );
  const [said, setSaid] = useState<Said | null>(null);

  function changed(order: DeskOrderDetail, what: Said) {
    take(order);
    setSaid(what);
    onChanged();
  }

  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the order…"
      failedTitle="We couldn’t load the order"
    >
      {(order) =>
        refunding ? (
          <RefundForm
            order={order}
            onCancel={() => onRefunding(false)}
            onDone={(after, what) => {
              onRefunding(false);
              changed(after, what);
            }}
          />
        ) : (
          <OrderFacts order={order} said={said}>
            <OrderActs order={order} onRefund={() => onRefunding(true)} onChanged={changed} />
          </OrderFacts>
        )
      }
    </DeskList>
  );
}

interface OrderActsProps {
  order: DeskOrderDetail;
  onRefund: () => void;
  onChanged: (order: DeskOrderDetail, what: Said) => void;
}

function OrderActs({ order, onRefund, onChanged }: OrderActsProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function reconcile() {
    setPending(true);
    setProblem(null);
    try {
      const path = `payments/${encodeURIComponent(order.order_id)}/reconcile`;
      const after = await api.post(path, {}, deskOrderDetailSchema);
      onChanged(after, {
        text: 'We’ve just checked with the bank. Its reply is below.',
        tone: 'success',
      });
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {order.amount > 0 && order.officeInvoice === null && (
        <Button
          icon="refresh"
          pending={pending}
          pendingLabel="Checking with the bank…"
          onClick={reconcile}
        >
          Check with the bank
        </Button>
      )}
      {refundableOf(order) > 0 && <Button onClick={onRefund}>Refund…</Button>}
      {order.invoice && (
        <a
          className={buttonClass({})}
          href={receiptPath(order.order_id)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="document" />
          <span>Receipt</span>
        </a>
      )}
      {problem && (
        <Notice tone="danger" title="That didn’t work" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}
