// A whole answer sheet as one text message of at most 160 characters, for up to 200 questions: version and sitting in
// the clear, the rest encrypted, and a MAC over everything with the key of that device and sitting. The key stream
// starts from the MAC. Different sheets have different MACs, so no two texts share a key stream. A text that is to be
// read out also has check characters (code-to-read-out.ts).
//
// Bits: version 4, sitting 60 | turn 8, seq 20, seconds since the start 20, answers ⌈n × log2 6⌉, up to whole bytes |
// MAC 80.

import { STATES } from './answer-states.ts';
import { fromBase32, toBase32 } from './base32.ts';
import { type Bytes, joinBytes, utf8 } from './bytes.ts';
import { CROCKFORD } from './crockford.ts';

/** `so-far`: the candidate's progress; it ends nothing. `timer`: submitted by the timer at the end. */
const kinds = ['submission', 'so-far', 'timer'] as const;
export type AnswerTextKind = (typeof kinds)[number];

/** More don't fit into 160 characters. */
export const MOST_IN_A_TEXT = 200;

export type AnswerSheet = {
  kind: AnswerTextKind;
  epoch: number;
  seq: number;
  /** Whole seconds since the sitting's start. */
  seconds: number;
  /** In the paper's order: see answer-states.ts. */
  states: readonly number[];
};

const HEAD_BYTES = 8;
const MAC_BYTES = 10;
const FACT_BITS = 48;
/** The longest text of 200 questions is 144 characters; grouped and typed it may be twice as long. */
const LONGEST_TYPED = 600;

/** @returns null if a text can't hold it: too many questions, an id of another kind, a number with too many bits */
export async function sealAnswerText(
  sittingId: string,
  sheet: AnswerSheet,
  key: Bytes,
): Promise<string | null> {
  const head = headOf(sittingId, sheet.kind);
  const { epoch, seq, seconds, states } = sheet;
  const fits = epoch < 2 ** 8 && seq < 2 ** 20 && seconds < 2 ** 20;
  if (!head || !fits || states.length > MOST_IN_A_TEXT) return null;
  const facts = (BigInt(epoch) << 40n) | (BigInt(seq) << 20n) | BigInt(seconds);
  const count = BigInt(answerBits(states.length));
  const sheetBits = states.reduceRight((sum, state) => sum * BigInt(STATES) + BigInt(state), 0n);
  const plain = toBytes((facts << count) | sheetBits, payloadBytes(states.length));
  const mac = await macOf(head, plain, key);
  return toBase32(joinBytes(head, await stream(plain, mac, key), mac));
}

/**
 * The sitting and kind that the text claims, unverified until it is opened.
 * @returns null if it isn't an answer text
 */
export function readAnswerTextHead(
  typed: string,
): { sittingId: string; kind: AnswerTextKind } | null {
  if (typed.length > LONGEST_TYPED) return null;
  const bytes = fromBase32(typed);
  if (!bytes || bytes.length < HEAD_BYTES + MAC_BYTES + FACT_BITS / 8) return null;
  const kind = kinds[((bytes[0] ?? 0) >> 4) - 1];
  if (!kind) return null;
  const bits = toNumber(bytes.subarray(0, HEAD_BYTES));
  const letters = Array.from({ length: 12 }, (_, index) =>
    CROCKFORD.charAt(Number((bits >> BigInt(55 - 5 * index)) & 31n)),
  );
  return { sittingId: letters.join('').toLowerCase(), kind };
}

/**
 * @returns null if the text was made with another key or changed since; otherwise a function that reads it for a paper
 *   of `count` questions and returns null for a paper of another length
 */
export async function openAnswerText(
  typed: string,
  key: Bytes,
): Promise<((count: number) => AnswerSheet | null) | null> {
  const named = readAnswerTextHead(typed);
  const bytes = named && fromBase32(typed);
  if (!named || !bytes) return null;
  const [head, mac] = [bytes.slice(0, HEAD_BYTES), bytes.slice(-MAC_BYTES)];
  const plain = await stream(bytes.slice(HEAD_BYTES, -MAC_BYTES), mac, key);
  const right = await macOf(head, plain, key);
  if (right.reduce((differs, byte, at) => differs | (byte ^ (mac[at] ?? 0)), 0) !== 0) return null;
  return (count) => readSheet(named.kind, plain, count);
}

function readSheet(kind: AnswerTextKind, plain: Bytes, count: number): AnswerSheet | null {
  if (plain.length !== payloadBytes(count)) return null;
  const bits = toNumber(plain);
  const width = BigInt(answerBits(count));
  const facts = bits >> width;
  let rest = bits & ((1n << width) - 1n);
  const states = Array.from({ length: count }, () => {
    const state = Number(rest % BigInt(STATES));
    rest /= BigInt(STATES);
    return state;
  });
  const low = (value: bigint, size: bigint) => Number(value & ((1n << size) - 1n));
  return {
    kind,
    epoch: low(facts >> 40n, 8n),
    seq: low(facts >> 20n, 20n),
    seconds: low(facts, 20n),
    states,
  };
}

function headOf(sittingId: string, kind: AnswerTextKind): Bytes | null {
  const values = [...sittingId.toUpperCase()].map((letter) => CROCKFORD.indexOf(letter));
  if (values.length !== 12 || values.includes(-1)) return null;
  const id = values.reduce((bits, value) => (bits << 5n) | BigInt(value), 0n);
  return toBytes((BigInt(kinds.indexOf(kind) + 1) << 60n) | id, HEAD_BYTES);
}

function answerBits(count: number): number {
  return (BigInt(STATES) ** BigInt(count) - 1n).toString(2).length;
}

function payloadBytes(count: number): number {
  return Math.ceil((FACT_BITS + answerBits(count)) / 8);
}

function toBytes(value: bigint, size: number): Bytes {
  return Uint8Array.from({ length: size }, (_, at) =>
    Number((value >> BigInt(8 * (size - 1 - at))) & 255n),
  );
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

async function macOf(head: Bytes, plain: Bytes, key: Bytes): Promise<Bytes> {
  const mac = await crypto.subtle.sign('HMAC', await derive(key, 'mac'), joinBytes(head, plain));
  return new Uint8Array(mac).slice(0, MAC_BYTES);
}

/** Encrypts and decrypts: both are the same operation. */
async function stream(bytes: Bytes, mac: Bytes, key: Bytes): Promise<Bytes> {
  const counter = joinBytes(mac, new Uint8Array(16 - MAC_BYTES));
  const cipher = { name: 'AES-CTR', counter, length: 32 };
  return new Uint8Array(await crypto.subtle.encrypt(cipher, await derive(key, 'stream'), bytes));
}

/** The device's key itself seals hand-overs; an answer text uses two keys that are derived from it. */
async function derive(key: Bytes, use: 'mac' | 'stream') {
  const from = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey']);
  const how = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8(`answer text ${use}`),
  };
  return use === 'mac'
    ? crypto.subtle.deriveKey(how, from, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    : crypto.subtle.deriveKey(how, from, { name: 'AES-CTR', length: 256 }, false, ['encrypt']);
}
