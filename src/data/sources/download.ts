/** Big files: streamed to disk under a temporary name and renamed when complete. Servers ignore ranges, so a broken download starts again. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Exchange, exchange, Failure, type Limits, type Request } from '#lib/safe-fetch/exchange.ts';
import { type Unavailable, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { type Clock, realClock, retryAfterMs, withRetries } from './retry.ts';

export interface Download {
  path: string;
  sizeBytes: number;
  /** The server's HTTP date. */
  lastModified: string | null;
}

export interface Progress {
  bytes: number;
  /** Null when the server reports none. */
  bytesTotal: number | null;
  /** Above 1 after a restart. */
  attempt: number;
}

export interface DownloadOptions {
  limits?: Limits;
  clock?: Clock;
  onProgress?: (progress: Progress) => void;
}

/** The registry's largest file has 0.7 GB, and a slow connection may need hours for it. */
const LIMITS: Limits = {
  connectMs: 15_000,
  idleMs: 60_000,
  totalMs: 6 * 3_600_000,
  sizeBytesMax: 4_000_000_000,
  retries: 5,
};

/** Returns the complete file under `path`, or the reason of the failure. An existing file stays until then. */
export async function download(
  request: Request,
  path: string,
  { limits = LIMITS, clock = realClock, onProgress = () => {} }: DownloadOptions = {},
): Promise<Download | Unavailable> {
  const working = `${path}.part`;
  try {
    return await withRetries(request, limits, clock, async (attempt): Promise<Download> => {
      const answer = await exchange(request, limits);
      const bytesTotal = Number(answer.headers['content-length']) || null;
      let bytes = 0;
      const counted = async function* () {
        for await (const chunk of answer.body) {
          if (bytes === 0) refuseUnusable(answer, chunk, clock);
          bytes += chunk.length;
          onProgress({ bytes, bytesTotal, attempt });
          yield chunk;
        }
      };
      await pipeline(counted(), createWriteStream(working));
      if (bytes === 0) {
        refuseUnusable(answer, Buffer.alloc(0), clock);
        throw new Failure(unavailable('malformed', 'an empty file'));
      }
      await rename(working, path);
      return { path, sizeBytes: bytes, lastModified: answer.headers['last-modified'] ?? null };
    });
  } finally {
    await rm(working, { force: true });
  }
}

function refuseUnusable({ status, headers }: Exchange, bytes: Buffer, clock: Clock): void {
  const waitMs = retryAfterMs(headers['retry-after'], clock.now());
  const refusal = unusable({ status, contentType: headers['content-type'] ?? '', bytes, retryAfterMs: waitMs });
  if (refusal) throw new Failure(refusal);
  if (status !== 200) throw new Failure(unavailable('rejected', `HTTP ${status}`));
}
