/**
 * The hosted page of the simulated gateway: plain forms without script, every value escaped by `html`.
 * People, screen readers and outside checks find its buttons by their names (decisions.md section 11).
 */
import { html, raw } from 'hono/html';
import { PAGE_STYLE } from './page-style.ts';
import { type SimulatedOrder, TROUBLES } from './store.ts';

type Html = ReturnType<typeof html>;

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const instant = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** The form, and what became of the attempt before, if there was one. */
export function payPage(order: SimulatedOrder, merchantId: string): Html {
  return frame(
    'Pay',
    html`${order.reason === '' ? '' : html`<p class="notice bad">${order.reason} You can try again.</p>`}
      <form method="post">
        ${summary(order, merchantId)}
        <button class="main" name="act" value="pay">Pay</button>
        <div class="pair">
          <button name="act" value="decline">Decline</button>
          <button name="act" value="cancel">Cancel</button>
        </div>
        <details>
          <summary>Simulate trouble</summary>
          <fieldset>
            <legend>What happens after Pay</legend>
            ${Object.entries(TROUBLES).map(
              ([name, text]) => html`<label>
                <input type="radio" name="trouble" value="${name}" ${name === 'none' ? 'checked' : ''} />
                ${text}</label>`,
            )}
            <label>
              <input type="number" name="answers" min="1" max="99" value="3" required />
              times that the merchant asks before a slow payment succeeds</label>
          </fieldset>
        </details>
      </form>`,
  );
}

/** An order that takes no payment now: paid, or in the bank's hands. `continueTo` leads to the merchant. */
export function outcomePage(order: SimulatedOrder, merchantId: string, continueTo: string): Html {
  const isPaid = order.status === 'CHARGED';
  const title = isPaid ? 'This order is paid.' : 'The bank is still working on this payment.';
  return frame(
    title,
    html`<p class="notice">${title} Nothing more is needed here.</p>
      ${summary(order, merchantId)} <a class="button main" href="${continueTo}">Continue</a>`,
  );
}

export function lostReturnPage(order: SimulatedOrder, merchantId: string): Html {
  return frame(
    'Way back lost',
    html`<p class="notice">
        The payment succeeded, and the way back to the merchant is lost, as asked for. Close this page: the
        merchant has to find out without it.
      </p>
      ${summary(order, merchantId)}`,
  );
}

export function missingPage(): Html {
  return frame(
    'Page not found',
    html`<p class="notice bad">There is no such payment page, or it has expired.</p>`,
  );
}

function summary(order: SimulatedOrder, merchantId: string): Html {
  return html`<section class="card">
    <h1>${order.status === 'CHARGED' ? 'Amount paid' : 'Amount to pay'} <strong class="amount">${rupees.format(order.amountPaise / 100)}</strong></h1>
    <dl>
      <div><dt>Paid to</dt><dd>${merchantId}</dd></div>
      ${order.description === '' ? '' : html`<div><dt>For</dt><dd>${order.description}</dd></div>`}
      <div><dt>Order</dt><dd>${order.reference}</dd></div>
      ${
        order.status === 'CHARGED'
          ? ''
          : html`<div><dt>Pay by</dt><dd>${instant.format(new Date(order.expiresAt))} IST</dd></div>`
      }
    </dl>
  </section>`;
}

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Simulated payment gateway</title>
        <style>${raw(PAGE_STYLE)}</style>
      </head>
      <body>
        <header>
          <p>
            <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
              <path d="M3 9.5 12 4l9 5.5M5 10v8m4.7-8v8m4.6-8v8M19 10v8M3 20h18" />
            </svg>
            Simulated payment gateway
          </p>
        </header>
        <main>
          <p class="notice">This is a simulation. No money moves, and no card or account is asked for.</p>
          ${body}
        </main>
      </body>
    </html>`;
}
