/** Plain text, in whichever encoding; form feeds divide its pages. */
import { decoderOf, encodingOf } from './encodings.ts';
import { PageWriter, writtenBy } from './page-writer.ts';
import type { Piece } from './pieces.ts';

const CHUNK_BYTES = 65_536;

export async function* plainPages(bytes: Buffer): AsyncGenerator<Piece> {
  const pages = new PageWriter();
  yield* writtenBy(pages, steps(bytes, pages));
  yield* pages.take(true);
}

function* steps(bytes: Buffer, pages: PageWriter): Generator<void> {
  const decoder = decoderOf(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    for (const [i, page] of decoder
      .decode(bytes.subarray(at, at + CHUNK_BYTES))
      .split('\f')
      .entries()) {
      if (i > 0) pages.breakPage();
      pages.add(page);
    }
    yield;
  }
}
