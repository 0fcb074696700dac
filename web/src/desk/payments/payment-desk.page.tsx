/** Applications & payments: the orders of exams and courses, and who applied for a course. */

import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { type DeskOrder, deskOrderListSchema } from '#contract/desk/payment-desk.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DeskTabs } from '#web/shared/desk/desk-tabs.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { ApplicationDesk } from './application-desk.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { orderStateOptions } from './order-state.tsx';

const tabs = [
  { name: 'orders', label: 'Orders' },
  { name: 'applications', label: 'Applications' },
] as const;

export default function PaymentDesk() {
  const asked = useSearchParams()[0].get('tab');
  const current = tabs.find(({ name }) => name === asked) ?? tabs[0];
  return (
    <DeskPage title="Applications & payments">
      <DeskTabs
        label="Applications & payments"
        tabs={tabs.map(({ name, label }) => ({
          label,
          to: { search: `tab=${name}` },
          current: name === current.name,
        }))}
      />
      {current.name === 'orders' ? <OrderDesk /> : <ApplicationDesk />}
    </DeskPage>
  );
}

/** Orders: found, looked at, asked about again, refunded. */
const filters = [
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: orderStateOptions },
];

const listing = { filters, sorts: listSorts.orders };

const none = {
  narrowed: 'No order matches your search and filters.',
  empty: 'An order appears here as soon as somebody presses Pay Now.',
};

function OrderDesk() {
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
