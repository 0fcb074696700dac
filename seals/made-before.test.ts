/**
 * Phones, papers and receipts outlive a version of the app, so whatever an earlier version sealed must always open.
 * Where a seal contains nothing random, today's code must also produce the same bytes. A new format gets a new version
 * character and its own vectors here; existing vectors never change.
 */
import { expect, it } from 'vitest';
import { openAnswerText, sealAnswerText } from './answer-text.ts';
import { toBase64url } from './bytes.ts';
import { toReadOut } from './code-to-read-out.ts';
import { makeExtraTimeCode, readExtraTimeCode, spokenExtraTimeCode } from './extra-time-code.ts';
import { openHandOver } from './hand-over.ts';
import { fromCodes, readCode } from './hand-over-codes.ts';
import { phoneName } from './phone-name.ts';
import { checkReceiptText, receiptBytes } from './receipt.ts';
import { openPaper } from './sealed-paper.ts';
import { startCodeOf, stretchCode, unwrapKey, wrapKey } from './start-code.ts';
import { readTypedCode } from './typed-code.ts';

const key = Uint8Array.from({ length: 32 }, (_, at) => at);
const SITTING = '01hx7k2m9qpt';

it('a text message with answers opens, and is still made with the same characters', async () => {
  const text = '6033TF658KFDNF62AQ7CNS38B1D30QC1BV2KS4TTH8';
  const sheet = {
    kind: 'timer',
    epoch: 2,
    seq: 41,
    seconds: 899,
    states: [2, 0, 1, 5, 3],
  } as const;
  expect(await sealAnswerText(SITTING, sheet, key)).toBe(text);
  expect((await openAnswerText(text, key))?.(5)).toEqual(sheet);
  const groups = [
    'RB60K',
    '33TFH',
    '658KE',
    'FDNF3',
    '62AQD',
    '7CNS8',
    '38B1A',
    'D30Q6',
    'C1BV1',
    '2KS42',
    'TTH8B',
  ];
  expect(toReadOut(text)).toEqual(groups);
  expect(readTypedCode(groups.join(' '))).toEqual({ kind: 'right', text, groups });
});

it('a code for extra time is understood, and is still made with the same characters', async () => {
  const ofOne = toBase64url(key.subarray(0, 16));
  const grant = { minutes: 15, number: 3 };
  expect(await makeExtraTimeCode(ofOne, grant)).toBe('7K5JCCZM');
  expect(spokenExtraTimeCode('7K5JCCZM')).toBe('7K5J CCZM');
  expect(await readExtraTimeCode(ofOne, '7K5J CCZM')).toEqual({ kind: 'right', ...grant });
});

it('a hand-over shown as a code on the screen opens', async () => {
  const part = readCode(
    'PRK1:RX4EJ:1/1:.6AVL9FO13B6+8F$ODG DFFEDUER2CWJC6VCP.C:8DIKD$VDB/D77E000.0H5Q74 9TJERKGSDFNH40V82OFER72AC.RHTHV1QFDCQFBD/GN3-SZJUEEV42LXNV5AIX99SH4NRJHVRPOE255:AK7E9T:9YMHL.VBQE2FEO:PRBD$S23MQ.1T4RP8 TLC4S86WPE5IPJAJ*KJS+UAASD7W750PMI5P761ST*DK1VDBACNP SQOATCLBDKUF5T-T5TZ97MJHVKG439ZJ2HPV8P85:',
  );
  const open = await openHandOver(fromCodes(part ? [part] : []), key);
  expect(open(['q1', 'q2', 'q3'])).toEqual({
    sittingId: SITTING,
    deviceId: '_abcdefghijklmnop',
    runs: [
      {
        epoch: 2,
        events: [
          { seq: 1, type: 'started', at: 1_772_433_000_000, elapsed: 0 },
          {
            seq: 2,
            type: 'answered',
            qid: 'q2',
            answer: 'OptionThree',
            at: 1_772_433_031_000,
            elapsed: 31_000,
          },
          { seq: 3, type: 'submitted', at: 1_772_433_060_001, elapsed: 60_000 },
        ],
      },
    ],
    submission: {
      epoch: 2,
      seq: 3,
      at: 1_772_433_060_001,
      elapsed: 60_000,
      auto: false,
      answers: [
        { qid: 'q2', answer: 'OptionThree' },
        { qid: 'q3', answer: '' },
      ],
    },
    beacons: [
      { serverTime: '2026-03-02T06:30:00.000Z', signature: 'x'.repeat(22), elapsed: 0, seq: 0 },
      {
        serverTime: '2026-03-02T06:31:00Z',
        signature: '',
        elapsed: 60_000,
        seq: 3,
        unsureFrom: 45_000,
      },
    ],
    waiting: 1,
  });
});

it('a sealed paper opens', async () => {
  const sealed = Uint8Array.from(
    Buffer.from(
      'AQePQYdk14bLecNquku5U0dIu-aa1fzBECVoRB22XCF1dFZH2hCN33DhIs-dz6anrgMmkw',
      'base64url',
    ),
  );
  expect(await openPaper(key, 's1', sealed)).toBe('What is ₹1 + ₹1?');
});

it('a start code unwraps its key, and the key is still wrapped the same way', async () => {
  const code = startCodeOf(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
  expect(code).toBe('1234567890');
  const stretched = await stretchCode(code, toBase64url(new Uint8Array(16).fill(7)), 10);
  const of = { sittingId: 'abc123abc123', keyId: 'k1' };
  const wrapped = '2Qln83jdUQe2PKUqthe8RBBRJDtzyP_4DBF3sTM4yvHelzs1oA5SrGu5V293MJaK';
  expect(await wrapKey(stretched, of, key)).toBe(wrapped);
  expect(await unwrapKey(stretched, of, wrapped)).toEqual(key);
});

it('a receipt is verified, and its signed bytes are still the same', async () => {
  const facts = {
    sittingId: SITTING,
    seq: 41,
    digest: 'ab'.repeat(32),
    log: 'cd'.repeat(32),
    receivedAt: '2026-03-02T06:30:00.001Z',
  };
  expect(toBase64url(receiptBytes(facts))).toBe(
    'AQwwMWh4N2sybTlxcHQAAAApAZytPUZBq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6vNzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3NzQ',
  );
  const signed = {
    kty: 'EC',
    crv: 'P-256',
    x: 'XK2z8y_1ym06vg6QMe3W-PtybhYXAlPtzLV1XqjYHfE',
    y: 'RlGEwNZjP7SYSAZyjanB3ZuuTmvlCFiaVo6MfosOnpM',
    kid: 'k',
    use: 'sig',
    alg: 'ES256',
  } as const;
  const text =
    '04630CB8F0VPPCKD75RQ0X000002J0CWNMYMCGDBNENTQAXBNENTQAXBNENTQAXBNENTQAXBNENTQAXBNENTQAXBNF6WVKEDSQ6WVKEDSQ6WVKEDSQ6WVKEDSQ6WVKEDSQ6WVKEDSQ6WTB0NQYQ8MJRH9YTJ10AY351A4DEZREG6TPCB2SD4958SC0SBJF0ZG6VSTN7DXSCMTR3FZQ65V9C1MAQXJAEMQJN6WYYNHHW07TVH5ERG';
  expect(await checkReceiptText(text, { keys: [signed] })).toStrictEqual(facts);
  const cell = 'https://cell.example';
  expect(await checkReceiptText(text, { keys: [{ ...signed, cell }] })).toEqual({ ...facts, cell });
});

it('a phone gets the same name from its secret', async () => {
  expect(await phoneName('a secret')).toBe('_mEylFiIAc0xZIUjx');
});
