/**
 * Files in an S3-compatible bucket, by path-style addresses. Every act can be done again safely, so one
 * that got no answer is; what still fails then is a `GatewayError`.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import * as z from 'zod';
import { isSafeAddress } from '../ask-json.ts';
import { GatewayError } from '../gateway-error.ts';
import type { FileStore } from './port.ts';

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
export type S3Config = z.infer<typeof s3ConfigSchema>;

/** A 20 MB file at 1 MB a second, and some. */
const TIMEOUT_MS = 30_000;
/** Milliseconds before each further try. */
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
      // Read whole within the same time: a body that breaks off is no answer.
      answer = new Response(isBodyless(answer) ? null : await answer.arrayBuffer(), {
        status: answer.status,
      });
    } catch {
      throw new GatewayError('timeout', { call });
    }
    if (answer.ok || answer.status === 404) return answer;
    const isNo = answer.status >= 400 && answer.status < 500;
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

/** A `Response` with one of these can't be made with a body, not even an empty one. */
function isBodyless({ status }: Response): boolean {
  return status === 204 || status === 304;
}
