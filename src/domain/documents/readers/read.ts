/** Sandbox entry point: reads an untrusted file, first its kind, then its text or its entries. */
import { open, readFile } from 'node:fs/promises';
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { compoundKind, MEDIA_TYPES, SPLIT_MARK, START_BYTES, startKind } from './file-kind.ts';
import { docxPages, isLocked, mainPart, openDocumentPages, pptxPages } from './office-xml.ts';
import { plainPages } from './plain-text.ts';
import { type Bounds, type FileKind, type ReaderMessage, Refused } from './reading.ts';
import { isAllEncrypted, openZip, type ZipFile, zipEntries } from './zip.ts';

/** Entries of an Office document: one with pictures has some thousands. */
const DOCUMENT_ENTRIES_MAX = 10_000;

/** `argument`: the bounds as JSON. Heavy readers are loaded only for their kind. */
export const read: Reader<{ path: string }, ReaderMessage> = async function* ({ path }, argument) {
  try {
    yield* messages(path, JSON.parse(argument) as Bounds);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    yield { refused: error.state, reason: error.message };
  }
};

const kindMessage = (kind: FileKind, mediaType = MEDIA_TYPES[kind]): ReaderMessage => ({ kind, mediaType });

async function* messages(path: string, bounds: Bounds): AsyncGenerator<ReaderMessage> {
  const { start, sizeBytes } = await readStart(path);
  const { kind, mediaType } = startKind(start);
  if (kind === 'zip') return yield* zipMessages(path, start, sizeBytes, bounds);
  if (kind === 'compound') return yield* compoundMessages(path);
  yield kindMessage(kind, mediaType);
  if (kind === 'pdf') yield* (await import('./pdf.ts')).pdfPages(path);
  else if (kind === 'rtf') yield* (await import('./rtf.ts')).rtfPages(await readFile(path));
  else if (kind === 'html') yield* (await import('./markup.ts')).htmlPages(await readFile(path));
  else if (kind === 'xml') yield* (await import('./markup.ts')).xmlPages(path);
  else if (kind === 'text') yield* plainPages(await readFile(path));
  else if (kind === '7z' || kind === 'rar') {
    assertDepth(bounds);
    yield* (await import('./seven-zip.ts')).sevenZipEntries(path, kind, bounds);
  } else if (kind === 'image') {
    yield { pagesCount: 1 };
    yield { page: 1, text: '', isPicture: true };
  } else if (kind !== 'empty') throw new Refused('unsupported', 'a kind of file without text for us');
}

async function* zipMessages(
  path: string,
  start: Buffer,
  sizeBytes: number,
  bounds: Bounds,
): AsyncGenerator<ReaderMessage> {
  let zip: ZipFile;
  try {
    zip = await openZip(path, DOCUMENT_ENTRIES_MAX);
  } catch (error) {
    yield kindMessage('zip');
    if (start.indexOf(SPLIT_MARK) === 0) throw new Refused('splitArchive', 'one part of an archive');
    throw error;
  }
  try {
    const { kind, mediaType, main } = await zipKind(zip);
    yield kindMessage(kind, mediaType);
    if (kind === 'docx') yield* docxPages(zip, main);
    else if (kind === 'pptx') yield* pptxPages(zip, main);
    else if (kind === 'xlsx') yield* (await import('./sheets.ts')).worksheetPages(path, kind);
    else if (kind === 'odt' || kind === 'odp' || kind === 'ods') {
      if (await isLocked(zip)) throw new Refused('encrypted', 'an open document with a password');
      yield* kind === 'ods' ? (await import('./sheets.ts')).worksheetPages(path, kind) : openDocumentPages(zip);
    } else {
      assertDepth(bounds);
      if (isAllEncrypted(zip.entries)) throw new Refused('encrypted', 'an archive with a password');
      yield* zipEntries(kind === 'asic' ? contentsOf(zip) : zip, sizeBytes, bounds);
    }
  } finally {
    zip.close();
  }
}

/** The signed files only: signature files are no text, and unsigned files may have been added. */
function contentsOf(zip: ZipFile): ZipFile {
  const entries = zip.entries.filter(({ name }) => name !== 'mimetype' && !name.startsWith('META-INF/'));
  return { ...zip, entries, count: zip.count - (zip.entries.length - entries.length) };
}

/** Some containers do not declare their type. */
const isSignatureName = (name: string): boolean =>
  name.startsWith('META-INF/') &&
  ((name.includes('signature') && name.endsWith('.p7s')) ||
    (name.includes('signatures') && name.endsWith('.xml')) ||
    name.startsWith('META-INF/ASiCManifest'));

/** Throws at the maximum nesting depth. */
function assertDepth({ depth }: Bounds): void {
  if (depth <= 0) throw new Refused('tooDeep', 'an archive inside too many others');
}

const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/;
const OPEN_KINDS = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' } as const;
const CONTAINER = /^application\/vnd\.etsi\.asic-[es]\+zip$/;
const OFFICE = { 'word/': 'docx', 'ppt/': 'pptx', 'xl/': 'xlsx' } as const;
const MIMETYPE_BYTES_MAX = 1_000;

/** The kind of an archive by its entries: many documents are archives. */
async function zipKind(zip: ZipFile): Promise<{ kind: FileKind; mediaType?: string; main: string }> {
  const type = zip.find('mimetype');
  // An archived file of that name may be anything.
  const isNamed = type !== undefined && !type.isEncrypted && type.entry.uncompressedSize < MIMETYPE_BYTES_MAX;
  const chunks = isNamed ? await Array.fromAsync(zip.read(type, MIMETYPE_BYTES_MAX)).catch(() => []) : [];
  const mediaType = Buffer.concat(chunks).toString('latin1').trim();
  const open = OPEN_DOCUMENT.exec(mediaType)?.[1] as keyof typeof OPEN_KINDS | undefined;
  if (open && zip.find('content.xml')) return { kind: OPEN_KINDS[open], main: 'content.xml' };
  if (CONTAINER.test(mediaType)) return { kind: 'asic', mediaType, main: '' };
  const main = zip.find('[Content_Types].xml') ? await mainPart(zip) : null;
  for (const [folder, kind] of Object.entries(OFFICE)) if (main?.startsWith(folder)) return { kind, main };
  // An archive that lists content types without being an Office document may be a container.
  return { kind: zip.entries.some(({ name }) => isSignatureName(name)) ? 'asic' : 'zip', main: '' };
}

async function* compoundMessages(path: string): AsyncGenerator<ReaderMessage> {
  let kind: Awaited<ReturnType<typeof compoundKind>>;
  try {
    kind = await compoundKind(path);
  } catch (error) {
    yield kindMessage('oldOffice');
    throw error;
  }
  yield kindMessage(kind);
  if (kind === 'lockedOffice') throw new Refused('encrypted', 'a document of Office with a password');
  if (kind === 'oldOffice') throw new Refused('unsupported', 'a file of Office that is no document and no workbook');
  if (kind === 'doc') yield* (await import('./doc.ts')).docPages(path);
  else yield* (await import('./sheets.ts')).worksheetPages(path, kind);
}

async function readStart(path: string): Promise<{ start: Buffer; sizeBytes: number }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return { start: buffer.subarray(0, bytesRead), sizeBytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
