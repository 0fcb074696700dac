// A paper sealed before its exam opens (rule 17). Without the key it reveals its length and nothing else; with the key,
// any change is detected. The same paper under the same key gives the same bytes, so a phone may fetch them in pieces,
// from any process.
//
// version (1 byte) · salt (16) · AES-256-GCM of the packed text, its tag at the end
//
// The salt is an HMAC of the content, and each salt gives its own key: no key ever seals two texts, so the nonce may be
// all zeros.
import { type Bytes, joinBytes, type SubtleKey, toBase64url, utf8 } from './bytes.ts';
import { deflate, inflate } from './deflate.ts';

const VERSION = 1;
const SALT_BYTES = 16;
const HEAD_BYTES = 1 + SALT_BYTES;
/** Far above any paper of a thousand questions. */
const LONGEST_TEXT = 20_000_000;

/** @param key 32 bytes: of the exam, or of the sitting */
export async function sealPaper(key: Bytes, sittingId: string, text: string): Promise<Bytes> {
  const packed = await deflate(utf8(text));
  const salt = (await hmac(key, joinBytes(utf8(`${sittingId}|`), packed))).slice(0, SALT_BYTES);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: contextOf(sittingId) },
    await paperKey(key, salt, sittingId),
    packed,
  );
  return joinBytes(Uint8Array.of(VERSION), salt, new Uint8Array(sealed));
}

/** @throws if it was changed, cut, or sealed for another sitting or with another key */
export async function openPaper(key: Bytes, sittingId: string, sealed: Bytes): Promise<string> {
  if (sealed[0] !== VERSION) throw new TypeError('not a sealed paper of this version');
  const packed = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: contextOf(sittingId) },
    await paperKey(key, sealed.slice(1, HEAD_BYTES), sittingId),
    sealed.slice(HEAD_BYTES),
  );
  return new TextDecoder().decode(await inflate(new Uint8Array(packed), LONGEST_TEXT));
}

/**
 * SHA-256, base64url. By it a phone checks that it has the whole paper, and the server sees which paper a phone has.
 */
export async function sealedHash(sealed: Bytes): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed)));
}

const contextOf = (sittingId: string) => utf8(`pariksha|${VERSION}|paper|${sittingId}`);

async function paperKey(key: Bytes, salt: Bytes, sittingId: string): Promise<SubtleKey> {
  const base = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: contextOf(sittingId) },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function hmac(key: Bytes, bytes: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', signing, bytes));
}
