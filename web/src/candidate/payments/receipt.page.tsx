/**
 * The receipt of a paid order: its tax invoice as it was issued, made to be printed or saved as a PDF by the browser.
 * Later refunds are listed below; the invoice itself never changes.
 */
import { useParams } from 'react-router-dom';
import {
  type InvoiceBody,
  type PaymentReceipt,
  paymentReceiptSchema,
} from '#contract/site/payments.ts';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { formatDate } from '#web/shared/format.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { describeRefund } from './outcome.tsx';
import styles from './receipt.module.css';

export default function Receipt() {
  const { orderId = '' } = useParams();
  // The key loads the receipt again when its reader has signed out or another user has signed in, in another tab or
  // before Back was pressed.
  const user = useUser();
  const mustChoose = user?.mustChangePassword === true;
  return <Asked key={`${user?.uid} ${mustChoose}`} orderId={orderId} mustChoose={mustChoose} />;
}

interface AskedProps {
  orderId: string;
  /** The user signed in with a one-time password, and sees the receipt only after choosing a password of their own. */
  mustChoose: boolean;
}

function Asked({ orderId, mustChoose }: AskedProps) {
  const [receipt, retry] = useLoad(
    `payments/${encodeURIComponent(orderId)}/receipt`,
    paymentReceiptSchema,
  );
  if (receipt.state === 'loading') {
    return <Loading label="Loading the receipt…" onRetry={retry} />;
  }
  if (receipt.state === 'failed') {
    const { code, message } = receipt;
    const gone = code === 'not-found';
    const signedOut = code === 'signed-out' || (code === 'forbidden' && mustChoose);
    return (
      <Page title="Receipt" width="text">
        <PageMeta title="Receipt" description="The tax invoice for your payment." />
        <FailedState
          title={gone ? 'There’s no receipt for this order' : 'We couldn’t load the receipt'}
          message={
            gone
              ? 'You’ll get a receipt as soon as your payment goes through. Free exams have no receipt, and if your college or employer paid the fee, they have it.'
              : message
          }
          onRetry={gone || signedOut || code === 'forbidden' ? undefined : retry}
        >
          {signedOut && <SignInAgain />}
          {gone && <LinkButton to={paths.account}>See my exams and payments</LinkButton>}
        </FailedState>
      </Page>
    );
  }
  return <Invoice receipt={receipt.data} />;
}

/** The stamp on the sheet. It may be printed, so it says "Refunded" only once the bank has returned the whole amount. */
function stampOf({ invoice, refunds }: PaymentReceipt): string {
  const going = refunds.filter(({ status }) => status !== 'failed');
  const back = going.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0);
  if (back === 0 || back < invoice.totalPaise) return 'Paid';
  return going.every(({ status }) => status === 'success') ? 'Refunded' : 'Refund under way';
}

function Invoice({ receipt }: { receipt: PaymentReceipt }) {
  const { invoice, number, issuedAt, order_id, transaction, refunds } = receipt;
  const { supplier, recipient } = invoice;
  return (
    <article className={styles.page} aria-labelledby="receipt-title">
      <PageMeta
        title={`Receipt ${number.replaceAll('/', '-')}`}
        description="The tax invoice for your payment."
      />
      <div className={styles.acts}>
        <Button variant="primary" icon="download" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </div>
      <div className={styles.sheet}>
        <header className={styles.head}>
          <div className={styles.supplier}>
            <BrandMark />
            <address>
              {supplier.address}
              <br />
              GSTIN {supplier.gstin} · {supplier.state}
            </address>
          </div>
          <div className={styles.title}>
            <h1 id="receipt-title">Tax invoice and receipt</h1>
            <p className={styles.paid}>{stampOf(receipt)}</p>
          </div>
        </header>
        <dl className={styles.facts}>
          <Fact name="Invoice number">{number}</Fact>
          <Fact name="Date">{formatDate(issuedAt)}</Fact>
          <Fact name="Order ID">{order_id}</Fact>
          {transaction && <Fact name="Transaction">{transaction}</Fact>}
          <Fact name="For">
            {recipient.name}
            {recipient.address && <span className={styles.line}>{recipient.address}</span>}
            {recipient.state && <span className={styles.line}>{recipient.state}</span>}
          </Fact>
          <Fact name="Place of supply">{invoice.placeOfSupply}</Fact>
        </dl>
        <Amounts invoice={invoice} />
        <p className={styles.small}>
          Tax is not payable on reverse charge. Prices include GST. This is a computer-generated
          invoice, issued when the bank confirmed the payment.
        </p>
        {refunds.length > 0 && (
          <section className={styles.refunds} aria-labelledby="refunds-title">
            <h2 id="refunds-title">Refunds</h2>
            <ul>
              {refunds.map((refund) => (
                <li key={`${refund.at} ${refund.amount}`}>
                  {formatDate(refund.at)}: {describeRefund(refund)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </article>
  );
}

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const rupees = (paise: number) => money.format(paise / 100);

function Amounts({ invoice }: { invoice: InvoiceBody }) {
  const percent = invoice.gstRate / 100;
  const taxes =
    invoice.igstPaise > 0
      ? [{ name: `IGST ${percent}%`, paise: invoice.igstPaise }]
      : [
          { name: `CGST ${percent / 2}%`, paise: invoice.cgstPaise },
          { name: `SGST ${percent / 2}%`, paise: invoice.sgstPaise },
        ];
  return (
    <table className={styles.amounts}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {invoice.description}
            <span className={styles.line}>SAC {invoice.sac}, taxable value</span>
          </th>
          <td>{rupees(invoice.taxablePaise)}</td>
        </tr>
        {taxes.map(({ name, paise }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{rupees(paise)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total paid</th>
          <td>{rupees(invoice.totalPaise)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
