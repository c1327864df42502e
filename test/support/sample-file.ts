/** An operation that answers a file, with a record of the use of its source. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { fileEndpoint, type Operation } from '#api/endpoint.ts';
import type { AnswerFile, ByteRange } from '#api/file.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';

export interface Source {
  /** The requested ranges, in order. */
  opened: (ByteRange | null)[];
  pulled: number;
  /** How often an iterator was released, at its end or before. */
  freed: number;
  aborted: number;
}

export const newSource = (): Source => ({ opened: [], pulled: 0, freed: 0, aborted: 0 });

export const CONTENT = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251));

/** Bytes in chunks of 1,000, or the chunks of `pieces`. */
export function sampleFile(
  source: Source,
  more: Partial<AnswerFile> = {},
  pieces: (content: Buffer) => Iterable<Uint8Array> | AsyncIterable<Uint8Array> = inThousands,
): AnswerFile {
  return {
    mediaType: 'application/pdf',
    name: 'caiet.pdf',
    sizeBytes: CONTENT.length,
    sha256: sha256(CONTENT),
    modifiedAt: '2026-11-10T08:00:00.500Z',
    async *open(part, signal) {
      source.opened.push(part);
      signal.addEventListener('abort', () => source.aborted++);
      try {
        for await (const piece of pieces(part ? CONTENT.subarray(part.start, part.end + 1) : CONTENT)) {
          source.pulled++;
          yield piece;
        }
      } finally {
        await nextTurn();
        source.freed++;
      }
    },
    ...more,
  };
}

function* inThousands(content: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1_000) yield content.subarray(at, at + 1_000);
}

/** `GET /api/caen/{code}`, as in `sampleOperation`. */
export const fileOperation = (give: () => AnswerFile): Operation => ({
  id: 'getFile',
  declaration: fileEndpoint({
    path: '/api/caen/{code}',
    fresh: '24h',
    title: inBoth(() => 'One file'),
    about: inBoth(() => 'Gives one `file`.'),
    params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$', description: 'Four digits.' }) }),
    file: { mediaTypes: ['application/pdf', 'text/*'], about: inBoth(() => 'What was asked for.') },
    examples: [{ title: inBoth(() => 'A file'), params: { code: '6201' } }],
    handle: async () => ({ file: give(), meta: { source: 'caen', sources: [] } }),
  }),
});
