/** Paragraphs of a text, whatever its lines: a text that was only set anew has the same ones. */
import type { PagedText } from '#domain/documents/readers/reading.ts';

export interface Paragraph {
  text: string;
  /** On which it begins. */
  page: number;
}

/** Where a sentence or an item of a list ends with its line. */
const ENDS = /[.;:!?…]["”»)\]]?$/;
/** What begins a new item: a letter or number before a bracket or point, a dash, a dot. */
const BEGINS = /^(?:[a-z]\)|[a-z]\.|\d{1,3}(?:\.\d{1,3}){0,5}[.)]|[-–—•▪])\s/i;
const WHITE = /\s+/g;
/** No paragraph has a tenth of it; a text without ends is cut. */
const LENGTH_MAX = 10_000;

/** Rows of tables, which have tabs, stand alone. A paragraph goes on over the end of a page. */
export function paragraphsOf({ text, pages }: PagedText): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | null = null;
  const end = (): void => {
    if (open) paragraphs.push(open);
    open = null;
  };
  for (const { number, start, end: pageEnd } of pages)
    for (const raw of linesOf(text.slice(start, pageEnd))) {
      const line = raw.replace(WHITE, ' ').trim();
      const isRow = raw.includes('\t');
      if (line === '' || isRow || BEGINS.test(line)) end();
      if (line === '') continue;
      open = joined(open, line, number);
      if (isRow || ENDS.test(line.slice(-3)) || open.text.length > LENGTH_MAX) end();
    }
  end();
  return paragraphs;
}

const linesOf = (page: string): string[] =>
  page.split('\n').flatMap((line) => {
    if (line.length <= LENGTH_MAX) return [line];
    return Array.from({ length: Math.ceil(line.length / LENGTH_MAX) }, (_, i) =>
      line.slice(i * LENGTH_MAX, (i + 1) * LENGTH_MAX),
    );
  });

const joined = (open: Paragraph | null, line: string, page: number): Paragraph =>
  open ? { text: `${open.text} ${line}`, page: open.page } : { text: line, page };
