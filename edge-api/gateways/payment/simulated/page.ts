/**
 * The hosted page of the simulated gateway: plain forms without script, every value escaped by `html`.
 * People, screen readers and outside tests find its buttons by their names, so the names must stay.
 */

import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { type SimulatedOrder, TROUBLES } from './store.ts';

type Html = ReturnType<typeof html>;

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const instant = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** The form to pay, below the reason why the previous attempt failed, if there was one. */
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

/** For an order that can't be paid now: it is paid, or the bank is working on it. `continueTo` leads to the merchant. */
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
    html`<p class="notice bad">
      There is no such payment page, or it has expired. Go back to where you began to pay, and begin again.
    </p>`,
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

// The page's style is inline, so that the page needs no other file.

const PAGE_STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f3f5f6,#131618);--card:light-dark(#fff,#1c2023);
--line:light-dark(#dde2e5,#353b3f);--outline:light-dark(#7c868c,#7f8a90);--muted:light-dark(#566067,#b0b9be);
--text:light-dark(#1b2226,#eef2f4);--slab:light-dark(#073a45,#0b2930);--accent:light-dark(#0a5768,#74c7d8);
--on-accent:light-dark(#fff,#06232a);--warn:light-dark(#6b4100,#f0c16a);--warn-soft:light-dark(#fdf0d8,#2e240f);
--bad:light-dark(#a01f1f,#f5a099)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:1.0625rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
header{background:var(--slab);color:#f4f9f9;padding:1rem}
main{max-width:30rem;margin-inline:auto}
header p{max-width:28rem;margin:0 auto;font-weight:600;display:flex;gap:.625rem;align-items:center}
header svg{flex:none}
main{padding:1rem 1rem 3rem}
.notice{margin:0 0 1rem;padding:.75rem 1rem;border-inline-start:4px solid currentcolor;border-radius:.375rem;
background:var(--warn-soft);color:var(--warn)}
.notice.bad{background:var(--card);color:var(--bad)}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1rem;font-weight:400;color:var(--muted)}
.amount{display:block;margin:.125rem 0 1rem;color:var(--text);font:700 2.25rem/1.15 Georgia,"Noto Serif",serif;
font-variant-numeric:tabular-nums}
dl{margin:0;border-block-start:1px solid var(--line)}
dl div{display:flex;gap:1rem;justify-content:space-between;padding-block:.625rem;
border-block-end:1px solid var(--line)}
dl div:last-child{border:0;padding-block-end:0}
dt{color:var(--muted);flex:none}dd{margin:0;text-align:end}
button,.button{display:block;inline-size:100%;min-block-size:3.25rem;padding:.75rem 1rem;border-radius:.625rem;
border:1px solid var(--outline);background:transparent;color:var(--text);font:inherit;font-weight:600;
text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent);margin-block-start:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-block-start:.75rem}
details{margin-block-start:1rem}
summary{min-block-size:3rem;padding-block:.75rem;cursor:pointer;color:var(--accent);font-weight:600}
fieldset{border:0;margin:0;padding:0}
legend{padding:0;color:var(--muted)}
label{display:flex;gap:.75rem;align-items:center;min-block-size:3rem;padding-block:.375rem}
input[type=radio]{inline-size:1.375rem;block-size:1.375rem;margin:0;flex:none;accent-color:var(--accent)}
input[type=number]{inline-size:4.5rem;min-block-size:3rem;flex:none;padding:.5rem;font:inherit;text-align:center;
border:1px solid var(--outline);border-radius:.375rem;background:var(--page);color:var(--text)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
header :focus-visible{outline-color:#fff}
`;

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** There is no form-action: browsers would apply it to the redirect back to the merchant, too. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
