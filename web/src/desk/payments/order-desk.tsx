/** Orders: found, looked at, asked about again, refunded. */
import { useState } from 'react';
import { type DeskOrder, deskOrderListSchema } from '#contract/desk/payment-desk.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { orderStateOptions } from './order-state.tsx';

const filters = [
  { name: 'state', label: 'State', placeholder: 'All states', options: orderStateOptions },
];

const listing = { filters: filters.map(({ name }) => name) };

const none = {
  narrowed: 'No order matches your search and filters.',
  empty: 'An order appears here as soon as somebody presses Pay Now.',
};

export function OrderDesk() {
  const found = useFound<DeskOrder>('payments', deskOrderListSchema, listing);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <FoundList
        found={found}
        one="order"
        icon="rupee"
        filters={filters}
        workbook="Orders.xlsx"
        none={none}
        caption="Orders"
        columns={orderColumns(({ order_id }) => setOpened(order_id))}
        rowKey={({ order_id }) => order_id}
      />
      <OrderDialog orderId={opened} onClose={() => setOpened(null)} onChanged={found.asked.retry} />
    </>
  );
}
