/** The process that reads documents: gets the bytes of one, answers with its text or why there is none. */
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Releases have a few pages; the longest report of the authority has under three hundred. */
const PAGES_MAX = 1_000;
/** A thousand pages of close print. */
const TEXT_LENGTH_MAX = 5_000_000;
/** A page with fewer letters than this and a picture is a scan. */
const LETTERS_MIN = 20;

const library = await PDFiumLibrary.init();

process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await read(bytes));
});

async function read(bytes: Uint8Array) {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return { problem: 'broken' };
  const document = await library.loadDocument(bytes).catch((error: Error) => error);
  if (document instanceof Error) return { problem: /password/i.test(document.message) ? 'encrypted' : 'broken' };
  try {
    const pages = document.getPageCount();
    if (pages > PAGES_MAX) return { problem: 'bomb' };
    const texts: string[] = [];
    let length = 0;
    for (const page of document.pages()) {
      texts.push(page.getText());
      length += texts.at(-1)?.length ?? 0;
      if (length > TEXT_LENGTH_MAX) return { problem: 'bomb' };
    }
    const text = texts.join('\f');
    if (pages === 0) return { problem: 'broken' };
    return lettersOf(text) < LETTERS_MIN ? { problem: 'scanned' } : { pages, text };
  } catch (error) {
    // The reader's own memory gave out, or its machine stopped: the document asked for too much.
    const exhausted = error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
    return { problem: exhausted ? 'bomb' : 'broken' };
  } finally {
    document.destroy();
  }
}

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
