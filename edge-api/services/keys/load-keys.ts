// Secrets the server makes for itself at first start and keeps in the database, one per purpose.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { serverKeys } from '#db/schema/records.ts';

const purposes = ['beacon', 'receipt', 'file-link', 'address'] as const;
export type Purpose = (typeof purposes)[number];

export type ServerKeys = {
  /** HMAC-SHA256 of the text, base64url, cut to `bytes` (default 16: 128 bits). */
  sign(purpose: Purpose, text: string, bytes?: number): string;
  verify(purpose: Purpose, text: string, signature: string): boolean;
};

export async function loadKeys(db: Database): Promise<ServerKeys> {
  const fresh = purposes.map((name) => ({ name, secret: randomBytes(32).toString('base64url') }));
  await db.orm.insert(serverKeys).values(fresh).onConflictDoNothing();
  const stored = await db.orm
    .select()
    .from(serverKeys)
    .where(inArray(serverKeys.name, [...purposes]));
  const secrets = new Map(
    stored.map(({ name, secret }) => [name, Buffer.from(secret, 'base64url')]),
  );
  const secretOf = (purpose: Purpose): Buffer => {
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
    verify: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      const right = Buffer.from(sign(purpose, text, given.length), 'base64url');
      return given.length >= 16 && given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
