/** Reads DOCX, PPTX, ODT and ODP: paragraphs, tables, page breaks as the program last stored them, and slides in order. */

import { SaxesParser } from 'saxes';
import { PageWriter, streamPages } from './page-writer.ts';
import { type Decoder, decoderOf, encodingOf } from './plain-text.ts';
import { type ReaderMessage, Refused } from './reading.ts';
import type { ZipFile } from './zip.ts';

/** Limit of one part. A thousand pages with all revisions are some 50 MB. */
const PART_BYTES_MAX = 300_000_000;
const LIST_BYTES_MAX = 10_000_000;
/** Parts that Word prints outside of the body text, once each. */
const APART = /^word\/(?:footnotes|endnotes|header\d*|footer\d*)\.xml$/;

export async function* docxPages(zip: ZipFile, main: string): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  const styles = await wordStyles(zip, main);
  yield* partPages(zip, main, pages, wordEvents(pages, { styles }));
  for (const { name } of zip.entries)
    if (APART.test(name)) yield* partPages(zip, name, pages, wordEvents(pages, { styles, breaks: false }));
  yield* pages.drain(true);
}

/** Styles, some of which hide text; one without the property has that of the style it is based on. */
function openStyles() {
  const styles = new Map<string, { isHidden?: boolean; basedOn?: string }>();
  return {
    set: (id: string, property: { isHidden?: boolean; basedOn?: string }): void =>
      void styles.set(id, { ...styles.get(id), ...property }),
    hides(id: string | undefined): boolean {
      let style = styles.get(id ?? '');
      for (let i = 0; style && style.isHidden === undefined && i < STYLES_DEEP_MAX; i++)
        style = styles.get(style.basedOn ?? '');
      return style?.isHidden ?? false;
    },
  };
}
type Styles = ReturnType<typeof openStyles>;

/** Programs allow fewer; a circle of styles ends here. */
const STYLES_DEEP_MAX = 20;

async function wordStyles(zip: ZipFile, main: string): Promise<Styles> {
  const part = [...(await relationsOf(zip, main)).values()].find(({ type }) => type.endsWith('/styles'))?.target;
  const styles = openStyles();
  let id = '';
  if (part !== undefined && zip.find(part))
    await scanPart(zip, part, (name, attributes) => {
      if (name === 'style') id = attributes['w:styleId'] ?? '';
      else if (name === 'basedOn') styles.set(id, { basedOn: attributes['w:val'] ?? '' });
      else if (name === 'vanish') styles.set(id, { isHidden: !isOff(attributes['w:val']) });
    });
  return styles;
}

export async function* pptxPages(zip: ZipFile, main: string): AsyncGenerator<ReaderMessage> {
  const slides = await slideNames(zip, main);
  yield { pagesCount: slides.length };
  const pages = new PageWriter();
  for (const name of slides) {
    yield* partPages(zip, name, pages, wordEvents(pages));
    pages.nextPage();
  }
  yield* pages.drain(true);
}

/** Path of the main part, which Word sometimes names differently. */
export async function mainPart(zip: ZipFile): Promise<string | null> {
  const targets = await relations(zip, '_rels/.rels', '');
  const declared = [...targets.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target;
  return (
    [declared, 'word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml'].find((name) => name && zip.find(name)) ??
    null
  );
}

function partPages(zip: ZipFile, name: string, pages: PageWriter, events: XmlEvents): AsyncGenerator<ReaderMessage> {
  const entry = zip.find(name);
  if (!entry) throw new Refused('damaged', `an archive without ${name}`);
  return streamPages(pages, scanXml(zip.read(entry, PART_BYTES_MAX), events));
}

/** Elements without document text: deletions, field codes, tab stops, former formats. */
const WORD_SKIPPED = new Set(['del', 'moveFrom', 'instrText', 'delText', 'tabs', 'tabLst', 'rPrChange', 'pPrChange']);

/** `p`, `t`, `tc` … have the same names in the namespaces of Word and of drawings. */
function wordEvents(
  pages: PageWriter,
  { breaks = true, styles = openStyles() }: { breaks?: boolean; styles?: Styles } = {},
): XmlEvents {
  let silent = 0;
  let inText = false;
  let cells = 0;
  /** Texts so far, and their number before each open choice. */
  let words = 0;
  const choices: number[] = [];
  /** Whether each open fallback is skipped. */
  const fallbacks: boolean[] = [];
  /** Whether the style of each open paragraph, and each open run, is hidden. */
  const paragraphs: boolean[] = [];
  const runs: boolean[] = [];
  /** Open properties of paragraphs: but for the style, they are those of its mark. */
  let marks = 0;
  const hide = (isHidden: boolean): void => {
    const wasHidden = runs.pop();
    if (wasHidden === undefined) return;
    runs.push(isHidden);
    silent += Number(isHidden) - Number(wasHidden);
  };
  const read = (name: string, value: string | undefined): void => {
    if (name === 'pStyle' && paragraphs.pop() !== undefined) paragraphs.push(styles.hides(value));
    if (marks > 0) return;
    // Of two styles that hide, one shows again.
    if (name === 'rStyle') hide(styles.hides(value) !== (paragraphs.at(-1) ?? false));
    else if (name === 'vanish') hide(!isOff(value));
  };
  return {
    open(name, attributes) {
      if (name === 'p') paragraphs.push(false);
      else if (name === 'pPr') marks++;
      else if (name === 'r') {
        runs.push(false);
        hide(paragraphs.at(-1) ?? false);
      }
      // Not in former formats, which are skipped.
      else if (silent === Number(runs.at(-1) ?? false)) read(name, attributes['w:val']);
      // A fallback repeats the choice, unless the choice has no text: a drawn symbol.
      if (name === 'AlternateContent') choices.push(words);
      if (WORD_SKIPPED.has(name)) silent++;
      if (name === 'Fallback') {
        const hasWords = words > (choices.at(-1) ?? 0);
        fallbacks.push(hasWords);
        if (hasWords) silent++;
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
      if (name === 'p') paragraphs.pop();
      else if (name === 'pPr') marks--;
      if (name === 'r' && runs.pop()) silent--;
      if (name === 'AlternateContent') choices.pop();
      if (WORD_SKIPPED.has(name) || (name === 'Fallback' && fallbacks.pop())) silent--;
      else if (silent > 0) return;
      // The text of a cell stays on the line of its row.
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

const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off';

async function slideNames(zip: ZipFile, main: string): Promise<string[]> {
  const targets = await relationsOf(zip, main);
  const names = new Set<string>();
  await scanPart(zip, main, (name, attributes) => {
    const target = name === 'sldId' ? targets.get(attributes['r:id'] ?? '')?.target : undefined;
    if (target !== undefined && zip.find(target)) names.add(target);
  });
  return [...names];
}

function relationsOf(zip: ZipFile, part: string): ReturnType<typeof relations> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  return relations(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, folder);
}

async function relations(zip: ZipFile, name: string, folder: string) {
  const targets = new Map<string, { target: string; type: string }>();
  if (!zip.find(name)) return targets;
  await scanPart(zip, name, (tag, { Id: id, Target: target, Type: type = '' }) => {
    if (tag !== 'Relationship' || id === undefined || target === undefined) return;
    targets.set(id, { target: target.startsWith('/') ? target.slice(1) : `${folder}${target}`, type });
  });
  return targets;
}

async function scanPart(zip: ZipFile, name: string, open: XmlEvents['open']): Promise<void> {
  const entry = zip.find(name);
  if (!entry) throw new Refused('damaged', `an archive without ${name}`);
  const events = { open, close: () => {}, text: () => {} };
  for await (const _ of scanXml(zip.read(entry, LIST_BYTES_MAX), events));
}

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const CONTENT_BYTES_MAX = 300_000_000;
const MANIFEST = 'META-INF/manifest.xml';
const MANIFEST_BYTES_MAX = 10_000_000;

export async function* openDocumentPages(zip: ZipFile): AsyncGenerator<ReaderMessage> {
  const content = zip.find(CONTENT);
  if (!content) throw new Refused('damaged', `an archive without ${CONTENT}`);
  const pages = new PageWriter();
  const styles = openStyles();
  if (zip.find(STYLES)) await scanPart(zip, STYLES, stylesReader(styles));
  yield* streamPages(pages, scanXml(zip.read(content, CONTENT_BYTES_MAX), textEvents(pages, styles)));
  yield* pages.drain(true);
}

/** An encrypted document has its entries, with random content. */
export async function isLocked(zip: ZipFile): Promise<boolean> {
  const manifest = zip.find(MANIFEST);
  if (!manifest) return false;
  let isLocked = false;
  const open = (name: string): void => {
    isLocked ||= name === 'encryption-data';
  };
  for await (const _ of scanXml(
    zip.read(manifest, MANIFEST_BYTES_MAX),
    { open, close: () => {}, text: () => {} },
    { lenient: true },
  ));
  return isLocked;
}

/** Comments, tracked deletions, and internal data. */
const OPEN_DOCUMENT_SKIPPED = new Set([
  'annotation',
  'tracked-changes',
  'forms',
  'scripts',
  'sequence-decls',
  'automatic-styles',
]);
const BLANKS_MAX = 200;

/** Elements that a style or an attribute can hide. */
const HIDEABLE = new Set(['p', 'h', 'span', 'section']);

function stylesReader(styles: Styles): XmlEvents['open'] {
  let id = '';
  return (name, attributes) => {
    const { 'style:parent-style-name': basedOn, 'text:display': display } = attributes;
    if (name === 'style') {
      id = attributes['style:name'] ?? '';
      if (basedOn !== undefined) styles.set(id, { basedOn });
    } else if (name === 'text-properties' && display !== undefined) styles.set(id, { isHidden: display === 'none' });
  };
}

function textEvents(pages: PageWriter, styles: Styles): XmlEvents {
  let silent = 0;
  let paragraphs = 0;
  let cells = 0;
  const readStyle = stylesReader(styles);
  /** Whether each open hideable element is hidden. */
  const hidden: boolean[] = [];
  return {
    open(name, attributes) {
      readStyle(name, attributes);
      if (OPEN_DOCUMENT_SKIPPED.has(name)) silent++;
      if (HIDEABLE.has(name)) {
        const isHidden = attributes['text:display'] === 'none' || styles.hides(attributes['text:style-name']);
        hidden.push(isHidden);
        if (isHidden) silent++;
      }
      if (silent > 0) return;
      if (name === 'p' || name === 'h') paragraphs++;
      else if (name === 's') pages.add(' '.repeat(Math.min(BLANKS_MAX, Number(attributes['text:c']) || 1)));
      else if (name === 'tab') pages.add('\t');
      else if (name === 'line-break') pages.add('\n');
      else if (name === 'soft-page-break' || name === 'page') pages.breakPage();
      else if (name === 'table-cell') cells++;
    },
    close(name) {
      const isEnd = OPEN_DOCUMENT_SKIPPED.has(name) || (HIDEABLE.has(name) && hidden.pop());
      if (isEnd) silent--;
      else if (silent > 0) return;
      else if (name === 'p' || name === 'h') {
        paragraphs--;
        pages.add(cells > 0 ? ' ' : '\n');
      } else if (name === 'table-cell') {
        cells--;
        pages.add('\t');
      } else if (name === 'table-row') pages.add('\n');
    },
    text(piece) {
      if (paragraphs > 0 && silent === 0) pages.add(piece);
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

/** Element names come without prefix, attribute names as written. */
interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** A token longer than this holds no text. */
const TOKEN_LENGTH_MAX = 8_000_000;
/** Nested tables and frames reach some sixty levels. */
const DEPTH_MAX = 500;

/**
 * Parses XML as a stream; only the five entities and character references are expanded. `lenient` ignores errors, for XML written by
 * people. Yields after each chunk.
 */
export async function* scanXml(
  chunks: AsyncIterable<Buffer>,
  { open, close, text }: XmlEvents,
  { lenient = false }: { lenient?: boolean } = {},
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let tokenLength = 0;
  let depth = 0;
  parser.on('doctype', () => {
    if (!lenient) throw new Refused('damaged', 'XML with declarations of its own');
  });
  parser.on('opentag', ({ name, attributes }) => {
    tokenLength = 0;
    if (++depth > DEPTH_MAX) throw new Refused('tooLarge', `XML of more than ${DEPTH_MAX} tags inside one another`);
    open(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    tokenLength = 0;
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  if (lenient) parser.on('error', () => {});

  let decoder: Decoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(encodingOf(chunk, true));
    tokenLength += chunk.length;
    if (tokenLength > TOKEN_LENGTH_MAX) throw new Refused('tooLarge', 'XML with a piece that does not end');
    orDamaged(() => parser.write(decoder?.decode(chunk) ?? ''));
    yield;
  }
  orDamaged(() => parser.close());
}

function orDamaged(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof Refused || error instanceof RangeError) throw error;
    throw new Refused('damaged', `broken XML (${String(error).slice(0, 100)})`);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
