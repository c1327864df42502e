/** Reads HTML and XML as text. HTML is only tokenized, no tree is built: a page of 20 KB can create millions of elements. */
import { createReadStream } from 'node:fs';
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { scanXml } from './office-xml.ts';
import { PageWriter, streamPages } from './page-writer.ts';
import { decoderOf, encodingOf } from './plain-text.ts';
import type { ReaderMessage } from './reading.ts';

const CHUNK_BYTES = 65_536;

/** Elements that begin a line. */
const LINES = new Set(
  'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table title tr ul'.split(
    ' ',
  ),
);
/** Elements whose content is no text of the page. */
const RAW: Readonly<Record<string, number>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
};
const WHITE = /\s+/g;

export async function* htmlPages(bytes: Buffer): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  yield* streamPages(pages, htmlSteps(bytes, pages));
  yield* pages.drain(true);
}

function* htmlSteps(bytes: Buffer, pages: PageWriter): Generator<void> {
  const decoder = decoderOf(encodingOf(bytes, true));
  let silent: string | null = null;
  let pre = 0;
  const words = (chars: string): void => {
    if (silent === null) pages.add(pre > 0 ? chars : chars.replace(WHITE, ' '));
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName }: Token.TagToken) {
        const mode = RAW[tagName];
        if (mode !== undefined) {
          silent = tagName;
          tokenizer.state = mode;
        } else if (tagName === 'td' || tagName === 'th') pages.add('\t');
        else if (LINES.has(tagName)) pages.add('\n');
        if (tagName === 'pre') pre++;
      },
      onEndTag({ tagName }: Token.TagToken) {
        if (tagName === silent) silent = null;
        else if (LINES.has(tagName)) pages.add('\n');
        if (tagName === 'pre' && pre > 0) pre--;
      },
      onCharacter: ({ chars }: Token.CharacterToken) => words(chars),
      onWhitespaceCharacter: ({ chars }: Token.CharacterToken) => words(chars),
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    tokenizer.write(decoder.decode(chunk), at + CHUNK_BYTES >= bytes.length);
    yield;
  }
}

/** The text of each element on a line of its own. */
export async function* xmlPages(path: string): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  const chunks = createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  const events = {
    open: () => {},
    close: () => pages.add('\n'),
    text: (text: string) => pages.add(text),
  };
  yield* streamPages(pages, scanXml(chunks, events, { lenient: true }));
  yield* pages.drain(true);
}
