// Judges whether a receipt of this site, or of one of its cells, is genuine. The long form is checked on this page with
// the public keys, even offline; the short code is checked by the exam server.
import * as z from 'zod/mini';
import { receiptCheckSchema } from '#contract/site/receipts.ts';
import { checkReceiptText, readReceiptText, receiptKeysSchema } from '#seals/receipt.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { fetchReceiptKeys } from '#web/shared/receipt-keys.ts';

export interface Verdict {
  tone: 'success' | 'warn' | 'danger';
  title: string;
  text: string;
}

/** @param typed what was typed or pasted, or a scanned address with the receipt behind its # */
export async function judgeReceipt(typed: string): Promise<Verdict> {
  const given = typed.trim().replace(/^.*#/s, '');
  return readReceiptText(given) ? judgeLong(given) : judgeShort(given);
}

async function judgeLong(text: string): Promise<Verdict> {
  const keys = z.safeParse(receiptKeysSchema, readJson((await fetchReceiptKeys()) ?? '')).data;
  if (!keys)
    return {
      tone: 'warn',
      title: 'We can’t check this receipt here yet',
      text: 'This browser needs the exam server’s public key first. Please go online and try again.',
    };
  const facts = await checkReceiptText(text, keys);
  if (!facts) return notGenuine;
  const server = facts.cell === undefined ? 'The exam server' : `The exam server ${facts.cell}`;
  const held =
    facts.log === ''
      ? 'all answers of an exam'
      : 'all answers of an exam, and how they were given,';
  return {
    tone: 'success',
    title: 'This receipt is genuine',
    text: `${server} received ${held} on ${formatDateTime(facts.receivedAt)}. Its number is ${facts.sittingId}-${facts.seq}.`,
  };
}

const notGenuine: Verdict = {
  tone: 'danger',
  title: 'This receipt isn’t genuine',
  text: 'The exam server didn’t sign this text. If you typed or copied it, please compare it with the receipt and try again.',
};

async function judgeShort(code: string): Promise<Verdict> {
  if (!/^[\w -]{12,20}$/.test(code))
    return {
      tone: 'danger',
      title: 'That’s not a receipt code',
      text: 'A receipt code has twelve letters and digits, such as ABCD-EFGH-JKMN.',
    };
  try {
    const path = `receipts/${encodeURIComponent(code)}`;
    const { examName, receivedAt, state, cell } = await api.get(path, receiptCheckSchema, {
      auth: false,
    });
    const by = cell === undefined ? '' : ` by ${cell}`;
    const when = `${examName}, received${by} on ${formatDateTime(receivedAt)}.`;
    switch (state) {
      case 'valid':
        return { tone: 'success', title: 'This receipt is genuine', text: when };
      case 'replaced':
        return {
          tone: 'success',
          title: 'This receipt is genuine',
          text: `${when} A newer receipt for the same exam also covers how the answers were given.`,
        };
      case 'void':
        return {
          tone: 'warn',
          title: 'This receipt no longer counts',
          text: `${when} The exam was reopened after that.`,
        };
      case 'broken':
        return {
          tone: 'danger',
          title: 'This receipt doesn’t match',
          text: `${when} The exam server no longer holds what it signed. Please tell the office.`,
        };
    }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === 'not-found')
      return {
        tone: 'danger',
        title: 'We can’t find a receipt with this code',
        text: 'Please check every letter and digit against the receipt.',
      };
    return { tone: 'warn', title: 'We couldn’t check this receipt', text: error.message };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
