/**
 * A ZIP archive streamed at the reader's pace: one file is open at a time, and an error in one file ends the archive. Entry names are safe
 * on every system.
 */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { DocumentSection } from '#data/sources/procurement/records.ts';
import { verifiedBlob } from './blobs/blobs.ts';

export interface ZippedText {
  path: string;
  text: string;
}

export interface ZippedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  mediaType: string | null;
  /** ISO instant; null when unknown. */
  modifiedAt: string | null;
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Half the CPU of the default level, for a tenth more bytes. */
const COMPRESSION = 3;
/** Compressed formats gain nothing and cost six times the CPU. */
const COMPRESSED =
  /^(?:image\/|application\/(?:pdf|zip|x-7z-compressed|vnd\.rar|vnd\.openxmlformats|vnd\.oasis|vnd\.etsi|pkcs7))/;

/** An entry needs a date: the earliest one of the format, in the time zone of any reader. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

export async function* zipStream(
  texts: readonly ZippedText[],
  files: readonly ZippedFile[],
  reader: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const bytes = zip.outputStream as Readable;
  const own = new AbortController();
  const signal = AbortSignal.any([reader, own.signal]);
  let open: Readable | null = null;
  // yazl does not handle errors of its inputs: a failing file must end the response, not the process.
  const fail = (error: Error): void => void bytes.destroy(error);
  // The type declarations give the error another type.
  zip.on('error', (error) => fail(error as unknown as Error));
  const leave = (): void => void bytes.destroy();
  reader.addEventListener('abort', leave, { once: true });
  for (const { path, text } of texts)
    zip.addBuffer(Buffer.from(text), path, { compressionLevel: COMPRESSION } as Partial<yazl.Options>);
  for (const file of files)
    zip.addReadStreamLazy(file.path, optionsOf(file), (opened) => {
      // An archive with matching checksums over wrong content would be believed.
      open = Readable.from(verifiedBlob(file.open(signal), file.sha256), { objectMode: false });
      open.on('error', fail);
      opened(null, open);
    });
  zip.end();
  try {
    for await (const chunk of bytes) yield chunk as Uint8Array;
    // An aborted read ends the stream without an error, although the archive is incomplete.
    signal.throwIfAborted();
  } finally {
    reader.removeEventListener('abort', leave);
    own.abort();
    (open as Readable | null)?.destroy();
    bytes.destroy();
  }
}

const optionsOf = ({ sizeBytes, mediaType, modifiedAt }: ZippedFile): Partial<yazl.ReadStreamOptions> =>
  ({
    size: sizeBytes,
    compressionLevel: COMPRESSED.test(mediaType ?? '') ? 0 : COMPRESSION,
    ...(modifiedAt === null ? UNDATED : { mtime: new Date(modifiedAt) }),
  }) as Partial<yazl.ReadStreamOptions>;

/** Names of the procurement system's own archive, without diacritics, which some unpackers still break. */
const FOLDERS: Readonly<Record<DocumentSection, string>> = {
  notice: 'Anunt',
  documentation: 'Documentatie',
  duae: 'DUAE',
  strategy: 'Strategie',
  decision: 'Decizii',
  exAnte: 'Control ex-ante',
  clarification: 'Clarificari',
  supplierReport: 'Documente constatatoare',
  other: 'Altele',
};

/** Limit of a name without its folder: file systems take 255 bytes, and some programs add to a name. */
const NAME_BYTES_MAX = 180;
/** Length of an extension that is kept when a name is shortened. */
const ENDING_MAX = 12;

/** Characters that Windows refuses, path separators, and invisible or direction-changing characters. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

export function safeName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ').trim();
  // Windows drops trailing dots and spaces; a leading dot hides a file on other systems.
  const ended = plain.slice(0, lengthWithout(plain)).replace(/^\.+/, '_');
  const named = ended === '' ? 'document' : RESERVED.test(ended) ? `_${ended}` : ended;
  return truncate(named, NAME_BYTES_MAX);
}

/** Gives each file a unique path. */
export function entryNames(): (section: DocumentSection, name: string) => string {
  const used = new Set<string>();
  return (section, name) => {
    const safe = safeName(name);
    for (let number = 1; ; number++) {
      const path = `${FOLDERS[section]}/${number === 1 ? safe : numbered(safe, number)}`;
      // Names that differ only in case are one file on many systems.
      const key = path.normalize('NFKC').toLowerCase();
      if (used.has(key)) continue;
      used.add(key);
      return path;
    }
  };
}

function numbered(name: string, number: number): string {
  const { stem, ending } = splitExtension(name);
  return `${stem} (${number})${ending}`;
}

function lengthWithout(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end--;
  return end;
}

function splitExtension(name: string): { stem: string; ending: string } {
  const point = name.lastIndexOf('.');
  const isEnding = point > 0 && name.length - point <= ENDING_MAX;
  return isEnding ? { stem: name.slice(0, point), ending: name.slice(point) } : { stem: name, ending: '' };
}

function truncate(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const { stem, ending } = splitExtension(name);
  let shortName = '';
  let bytes = Buffer.byteLength(ending);
  for (const sign of stem) {
    bytes += Buffer.byteLength(sign);
    if (bytes > bytesMax) break;
    shortName += sign;
  }
  return shortName.slice(0, lengthWithout(shortName)) + ending;
}
