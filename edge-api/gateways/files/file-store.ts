// Stores file contents in a folder or a bucket, as the settings choose. A file's name is a random id of ours, never the
// name that the sender gave it.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import * as z from 'zod';
import { GatewayError, isSafeAddress } from '../gateway-call.ts';

export type FileStore = {
  put(id: string, content: Uint8Array): Promise<void>;
  /** Null when no file has this id. */
  get(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
};

export type FilesChoice = { store: 'local' } | { store: 's3'; config: S3Config };

export function fileStoreOf(choice: FilesChoice, dataDir: string): FileStore {
  return choice.store === 's3' ? s3Files(choice.config) : localFiles(join(dataDir, 'files'));
}

/**
 * Files in a folder on this machine. A file exists whole or not at all: it is written under another name, flushed, and
 * renamed. Its name is the id alone, so nothing that a sender chose becomes part of a path.
 */

/** The form of an id from newSecretId(). Anything else could lead out of the folder. */
const ID = /^[0-9a-z]{8,64}$/;

export function localFiles(folder: string): FileStore {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('A file id has only small letters and digits.');
    return join(folder, id.slice(0, 2), id);
  };
  return {
    async put(id, content) {
      const path = pathOf(id);
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true });
      const beside = `${path}.part`;
      try {
        const handle = await open(beside, 'w', 0o600);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true }); // on a full disk, frees the space again
        throw error;
      }
    },
    async get(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.part`, { force: true }); // left by a process that died
    },
  };
}

/**
 * Files in an S3-compatible bucket, with path-style addresses. Every call is safe to repeat, so a call that fails without
 * being refused is retried. The last failure is thrown as a `GatewayError`.
 */

const needed = z.string('is needed').min(1, 'is needed');

export const s3ConfigSchema = z
  .object({
    S3_ENDPOINT: z.string('is needed').refine(isSafeAddress, 'must be an https address'),
    S3_BUCKET: z
      .string('is needed')
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: needed,
    S3_SECRET_ACCESS_KEY: needed,
  })
  .transform((env) => ({
    endpoint: env.S3_ENDPOINT.replace(/(?<!\/)\/+$/, ''),
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }));
type S3Config = z.infer<typeof s3ConfigSchema>;

/** Enough for a 20 MB file at 1 MB per second. */
const TIMEOUT_MS = 30_000;
/** Milliseconds to wait before each retry. */
const RETRY_AFTER_MS = [200, 1_000];

export function s3Files(
  config: S3Config,
  { timeoutMs = TIMEOUT_MS, retryAfterMs = RETRY_AFTER_MS } = {},
): FileStore {
  const { accessKeyId, secretAccessKey, region } = config;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  async function askOnce(
    method: string,
    id: string,
    content?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const call = `s3 ${method}`;
    const url = `${config.endpoint}/${config.bucket}/${encodeURIComponent(id)}`;
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    };
    const request = await signer.sign(url, { method, headers, ...(content && { body: content }) });
    let answer: Response;
    try {
      answer = await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      // The body is read here, within the same time limit, so that a broken body counts as no answer.
      answer = new Response(isBodyless(answer) ? null : await answer.arrayBuffer(), {
        status: answer.status,
      });
    } catch {
      throw new GatewayError('timeout', { call });
    }
    if (answer.ok || answer.status === 404) return answer;
    // A store that is busy says so with 408 or 429, and takes the same request later.
    const isBusy = answer.status === 408 || answer.status === 429;
    const isNo = answer.status >= 400 && answer.status < 500 && !isBusy;
    throw new GatewayError(isNo ? 'refused' : 'unreadable', { call, httpStatus: answer.status });
  }

  async function ask(
    method: string,
    id: string,
    content?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    for (const pause of retryAfterMs) {
      try {
        return await askOnce(method, id, content);
      } catch (error) {
        if (error instanceof GatewayError && error.kind === 'refused') throw error;
        await wait(pause);
      }
    }
    return askOnce(method, id, content);
  }

  return {
    async put(id, content) {
      const answer = await ask('PUT', id, new Uint8Array(content));
      if (!answer.ok)
        throw new GatewayError('refused', { call: 's3 PUT', httpStatus: answer.status });
    },
    async get(id) {
      const answer = await ask('GET', id);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    },
    async remove(id) {
      await ask('DELETE', id);
    },
  };
}

/** The constructor of `Response` throws when one of these statuses comes with a body, even an empty one. */
function isBodyless({ status }: Response): boolean {
  return status === 204 || status === 304;
}
