// Secrets that the server creates at its first start and keeps in the database, one per purpose.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign as signBytes,
  timingSafeEqual,
} from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { serverKeys } from '#db/schema/records.ts';
import type { ReceiptKeys } from '#seals/receipt.ts';

const purposes = [
  'beacon',
  'receipt',
  'file-link',
  'address',
  'second-factor',
  'device',
  'extra-time',
  'paper',
  'start-code',
] as const;
export type KeyPurpose = (typeof purposes)[number];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type ServerKeys = {
  /** HMAC-SHA256 of the text, base64url, cut to `bytes` (default 16: 128 bits). */
  sign(purpose: KeyPurpose, text: string, bytes?: number): string;
  verify(purpose: KeyPurpose, text: string, signature: string): boolean;
  /** AES-256-GCM, base64url. @param of what the text belongs to; opening it for anything else fails */
  seal(purpose: KeyPurpose, text: string, of: string): string;
  /** @throws when the text was changed, or was sealed for something else */
  open(purpose: KeyPurpose, sealed: string, of: string): string;
  /** ECDSA P-256 with SHA-256, 64 bytes. */
  signReceipt(signed: Uint8Array): Buffer;
  /** Public keys with which anyone can check a receipt. */
  receiptKeys: ReceiptKeys;
};

/** Name of the stored key pair for receipts: the private key as PKCS #8, base64url. */
const RECEIPT_PAIR = 'receipt-pair';

function newPair(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url');
}

function readPair(secret: string): Pick<ServerKeys, 'signReceipt' | 'receiptKeys'> {
  const der = Buffer.from(secret, 'base64url');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${x}.${y}`).digest('base64url').slice(0, 16);
  return {
    signReceipt: (signed) => signBytes('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }),
    receiptKeys: { keys: [{ kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' }] },
  };
}

export async function loadKeys(db: Database): Promise<ServerKeys> {
  const fresh = purposes.map((name) => ({ name, secret: randomBytes(32).toString('base64url') }));
  const pair = { name: RECEIPT_PAIR, secret: newPair() };
  // Extra-time codes once used the devices' key. Copying it keeps codes already told, and phones that hold that key, working.
  await db.rows(
    `insert into server_keys (name, secret) select 'extra-time', secret from server_keys where name = 'device' on conflict do nothing`,
    [],
  );
  await db.orm
    .insert(serverKeys)
    .values([...fresh, pair])
    .onConflictDoNothing();
  const stored = await db.orm
    .select()
    .from(serverKeys)
    .where(inArray(serverKeys.name, [...purposes, RECEIPT_PAIR]));
  const secrets = new Map(
    stored.map(({ name, secret }) => [name, Buffer.from(secret, 'base64url')]),
  );
  const secretOf = (purpose: KeyPurpose | typeof RECEIPT_PAIR): Buffer => {
    const secret = secrets.get(purpose);
    if (!secret) throw new Error(`The database holds no key for ${purpose}`);
    return secret;
  };
  const sign: ServerKeys['sign'] = (purpose, text, bytes = 16) =>
    createHmac('sha256', secretOf(purpose))
      .update(text)
      .digest()
      .subarray(0, bytes)
      .toString('base64url');
  return {
    sign,
    ...readPair(secretOf(RECEIPT_PAIR).toString('base64url')),
    seal: (purpose, text, of) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secretOf(purpose), nonce);
      cipher.setAAD(Buffer.from(of));
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open: (purpose, sealed, of) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', secretOf(purpose), nonce);
      cipher.setAAD(Buffer.from(of));
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, cipher.final()]).toString('utf8');
    },
    verify: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      const right = Buffer.from(sign(purpose, text, given.length), 'base64url');
      return given.length >= 16 && given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
