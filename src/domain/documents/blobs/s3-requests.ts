/** Signed requests to an S3-compatible storage: each with a deadline, tried again while the trouble may pass. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`: the bucket is the first step of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Of every key, without strokes at its ends; '' for none. */
  prefix: string;
  keyId: string;
  secret: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Below the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Statuses that are answers, beside those of success. */
  expects?: readonly number[];
  signal?: AbortSignal | undefined;
}

/** Until an answer begins; a part of 16 MB over a line of a megabyte a second. */
const ANSWER_MS = 60_000;
const ATTEMPTS_MAX = 4;
const FIRST_DELAY_MS = 200;

export type S3Requests = (request: S3Request) => Promise<Response>;

export function createS3Requests({ endpoint, region, bucket, keyId, secret }: S3Settings): S3Requests {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 });

  async function sendOnce({ method, key, query, headers, body, signal }: S3Request): Promise<Response> {
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await client.sign(url.href, {
      method,
      ...(headers && { headers }),
      ...(body && { body: Buffer.from(body) }),
    });
    // The deadline is of the answer's beginning: its body is taken as fast as whoever reads it wants.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
    try {
      return await fetch(signed, {
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        redirect: 'error',
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const result = await sendOnce(request).catch((error: Error) => error);
      request.signal?.throwIfAborted();
      if (result instanceof Response && (result.ok || request.expects?.includes(result.status))) return result;
      const trouble = await troubleOf(result);
      if (!trouble.passes || attempt === ATTEMPTS_MAX)
        throw new Error(
          `The storage for documents (${endpoint}/${bucket}) did not answer ${request.method}: ${trouble.what}`,
        );
      await sleep(FIRST_DELAY_MS * 4 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: request.signal });
    }
  };
}

const EXCERPT_LENGTH = 300;

async function troubleOf(result: Response | Error): Promise<{ what: string; passes: boolean }> {
  if (!(result instanceof Response)) {
    const cause = result.cause instanceof Error ? `, ${result.cause.message}` : '';
    return { what: `${result.message}${cause}`, passes: true };
  }
  const text = await result.text().catch(() => '');
  const passes = result.status >= 500 || result.status === 429;
  return { what: `HTTP ${result.status} ${text.slice(0, EXCERPT_LENGTH)}`, passes };
}
