/** Orders: found, looked at, asked about again, sent back. */
import { useState } from 'react';
import { type DeskOrder, deskOrderListSchema } from '#contract/desk/payment-desk.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskCount, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { Pager } from '#web/shared/desk/pager.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { Select } from '#web/ui/select.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { orderStateOptions } from './order-state.tsx';
import { OrderTable } from './order-table.tsx';
import styles from './payment-desk.module.css';

export function OrderDesk() {
  const [state, setState] = useState('');
  const found = useFound<DeskOrder>('payments', { state }, deskOrderListSchema, 20);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <DeskToolbar>
        <SearchBox label="Search orders..." value={found.search} onChange={found.setSearch} />
        <Select
          label="State"
          placeholder="All states"
          options={orderStateOptions}
          value={state}
          onChange={({ target }) => setState(target.value)}
        />
        {found.asked.latest && <DeskCount>{formatCount(found.total, 'order')}</DeskCount>}
        <section className={styles.export}>
          <DownloadButton path={`payments/export?${found.query}`} fileName="Orders.xlsx">
            Export to Excel
          </DownloadButton>
        </section>
      </DeskToolbar>
      <DeskList
        asked={found.asked}
        loadingLabel="Loading the orders…"
        failedTitle="The orders could not be loaded"
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rupee" title="No orders found.">
              <p>
                {found.narrowed
                  ? 'No order in this state has this in its number, reference, transaction or invoice, or in who paid.'
                  : 'An order appears here as soon as somebody presses Pay Now.'}
              </p>
            </EmptyState>
          ) : (
            <OrderTable orders={data} onOpen={({ order_id }) => setOpened(order_id)} />
          )
        }
      </DeskList>
      <Pager label="Pages of orders" page={found.page} pages={found.pages} onPage={found.setPage} />
      <OrderDialog orderId={opened} onClose={() => setOpened(null)} onChanged={found.asked.retry} />
    </>
  );
}
