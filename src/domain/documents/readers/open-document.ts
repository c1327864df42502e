/** ODT and ODP: paragraphs, tables, and pages where the program says that one ended. */
import { PageWriter, writtenBy } from './page-writer.ts';
import { type Piece, Refused } from './pieces.ts';
import { scanXml, type XmlEvents } from './xml-scan.ts';
import type { ZipFile } from './zip-file.ts';

const CONTENT = 'content.xml';
const CONTENT_BYTES_MAX = 300_000_000;
const MANIFEST = 'META-INF/manifest.xml';
const MANIFEST_BYTES_MAX = 10_000_000;

export async function* openDocumentPages(zip: ZipFile): AsyncGenerator<Piece> {
  const content = zip.find(CONTENT);
  if (!content) throw new Refused('damaged', `an archive without ${CONTENT}`);
  const pages = new PageWriter();
  yield* writtenBy(pages, scanXml(zip.read(content, CONTENT_BYTES_MAX), textEvents(pages)));
  yield* pages.take(true);
}

/** Under a password the entries are there, and noise. */
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

/** Remarks, what was deleted and is kept for whoever wants it back, and what programs keep for themselves. */
const SILENT = new Set(['annotation', 'tracked-changes', 'forms', 'scripts', 'sequence-decls', 'automatic-styles']);
const BLANKS_MAX = 200;

function textEvents(pages: PageWriter): XmlEvents {
  let silent = 0;
  let paragraphs = 0;
  let cells = 0;
  return {
    open(name, attributes) {
      if (SILENT.has(name)) silent++;
      if (silent > 0) return;
      if (name === 'p' || name === 'h') paragraphs++;
      else if (name === 's') pages.add(' '.repeat(Math.min(BLANKS_MAX, Number(attributes['text:c']) || 1)));
      else if (name === 'tab') pages.add('\t');
      else if (name === 'line-break') pages.add('\n');
      else if (name === 'soft-page-break' || name === 'page') pages.breakPage();
      else if (name === 'table-cell') cells++;
    },
    close(name) {
      if (SILENT.has(name)) silent--;
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
