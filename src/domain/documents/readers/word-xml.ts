/** DOCX and PPTX: paragraphs, tables and the breaks of pages as Word last drew them; slides in the order in which they are shown. */
import { PageWriter, writtenBy } from './page-writer.ts';
import { type Piece, Refused } from './pieces.ts';
import { scanXml, type XmlEvents } from './xml-scan.ts';
import type { ZipFile } from './zip-file.ts';

/** Of one part. A thousand pages with every revision kept are some 50 MB. */
const PART_BYTES_MAX = 300_000_000;
const LIST_BYTES_MAX = 10_000_000;
/** What Word prints apart from the running text, once each. */
const APART = /^word\/(?:footnotes|endnotes|header\d*|footer\d*)\.xml$/;

export async function* docxPages(zip: ZipFile, main: string): AsyncGenerator<Piece> {
  const pages = new PageWriter();
  yield* written(zip, main, pages, wordEvents(pages));
  for (const { name } of zip.entries)
    if (APART.test(name)) yield* written(zip, name, pages, wordEvents(pages, { breaks: false }));
  yield* pages.take(true);
}

export async function* pptxPages(zip: ZipFile, main: string): AsyncGenerator<Piece> {
  const slides = await slideNames(zip, main);
  yield { pagesCount: slides.length };
  const pages = new PageWriter();
  for (const name of slides) {
    yield* written(zip, name, pages, wordEvents(pages));
    pages.nextPage();
  }
  yield* pages.take(true);
}

/** Where the main part lies: Word calls it otherwise now and then. */
export async function mainPart(zip: ZipFile): Promise<string | null> {
  const targets = await relations(zip, '_rels/.rels', '');
  const told = [...targets.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target;
  return (
    [told, 'word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml'].find((name) => name && zip.find(name)) ??
    null
  );
}

function written(zip: ZipFile, name: string, pages: PageWriter, events: XmlEvents): AsyncGenerator<Piece> {
  const entry = zip.find(name);
  if (!entry) throw new Refused('damaged', `an archive without ${name}`);
  return writtenBy(pages, scanXml(zip.read(entry, PART_BYTES_MAX), events));
}

/** Tags whose content is no text of the document: what was deleted, codes of fields, where tabs stop. */
const SILENT = new Set(['del', 'moveFrom', 'instrText', 'delText', 'tabs', 'tabLst']);

/** `p`, `t`, `tc` … are the same words in Word's own language and in that of drawings. */
function wordEvents(pages: PageWriter, { breaks = true } = {}): XmlEvents {
  let silent = 0;
  let inText = false;
  let cells = 0;
  /** Words so far, and so many before each open choice. */
  let words = 0;
  const choices: number[] = [];
  /** Whether each open one is passed over. */
  const fallbacks: boolean[] = [];
  return {
    open(name, attributes) {
      // What old programs show instead says the same again, unless the new way is without words: a sign that is drawn.
      if (name === 'AlternateContent') choices.push(words);
      if (SILENT.has(name)) silent++;
      if (name === 'Fallback') {
        const isSaid = words > (choices.at(-1) ?? 0);
        fallbacks.push(isSaid);
        if (isSaid) silent++;
      }
      inText = name === 't';
      if (silent > 0) return;
      if (name === 'tab' || name === 'ptab') pages.add('\t');
      else if (name === 'br' && attributes['w:type'] === 'page') {
        if (breaks) pages.breakPage();
      } else if (name === 'br' || name === 'cr') pages.add('\n');
      else if (name === 'lastRenderedPageBreak' && breaks) pages.breakPage();
      else if (name === 'noBreakHyphen') pages.add('-');
      else if (name === 'tc') cells++;
    },
    close(name) {
      inText = false;
      if (name === 'AlternateContent') choices.pop();
      if (SILENT.has(name) || (name === 'Fallback' && fallbacks.pop())) silent--;
      else if (silent > 0) return;
      // The words of a cell stay on the line of their row.
      else if (name === 'p') pages.add(cells > 0 ? ' ' : '\n');
      else if (name === 'tc') {
        cells--;
        pages.add('\t');
      } else if (name === 'tr') pages.add('\n');
    },
    text(piece) {
      if (!inText || silent > 0) return;
      words++;
      pages.add(piece);
    },
  };
}

async function slideNames(zip: ZipFile, main: string): Promise<string[]> {
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const targets = await relations(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const names = new Set<string>();
  await scanned(zip, main, (name, attributes) => {
    const target = name === 'sldId' ? targets.get(attributes['r:id'] ?? '')?.target : undefined;
    if (target !== undefined && zip.find(target)) names.add(target);
  });
  return [...names];
}

async function relations(zip: ZipFile, name: string, folder: string) {
  const found = new Map<string, { target: string; type: string }>();
  if (!zip.find(name)) return found;
  await scanned(zip, name, (tag, { Id: id, Target: target, Type: type = '' }) => {
    if (tag !== 'Relationship' || id === undefined || target === undefined) return;
    found.set(id, { target: target.startsWith('/') ? target.slice(1) : `${folder}${target}`, type });
  });
  return found;
}

async function scanned(zip: ZipFile, name: string, open: XmlEvents['open']): Promise<void> {
  const entry = zip.find(name);
  if (!entry) throw new Refused('damaged', `an archive without ${name}`);
  const events = { open, close: () => {}, text: () => {} };
  for await (const _ of scanXml(zip.read(entry, LIST_BYTES_MAX), events));
}
