/** A ZIP archive made as fast as it is taken: one file is open at a time, and whatever breaks one breaks the whole. */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { checkedBlob } from '#domain/documents/blobs/checked-blob.ts';

export interface ZippedText {
  path: string;
  text: string;
}

export interface ZippedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  mediaType: string | null;
  /** ISO instant; null when nobody knows. */
  modifiedAt: string | null;
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Half the work of the usual level, for a tenth more bytes. */
const COMPRESSION = 3;
/** What is compressed already gains nothing, and costs six times the work. */
const COMPRESSED =
  /^(?:image\/|application\/(?:pdf|zip|x-7z-compressed|vnd\.rar|vnd\.openxmlformats|vnd\.oasis|vnd\.etsi|pkcs7))/;

/** An entry always has a date: the earliest that the format can write, on the clock of any reader. */
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
  // The archive does not listen to what it reads: a file that fails must end its reader, not this process.
  const fail = (error: Error): void => void bytes.destroy(error);
  zip.on('error', (error) => fail(error as unknown as Error));
  const leave = (): void => void bytes.destroy();
  reader.addEventListener('abort', leave, { once: true });
  for (const { path, text } of texts)
    zip.addBuffer(Buffer.from(text), path, { compressionLevel: COMPRESSION } as Partial<yazl.Options>);
  for (const file of files)
    zip.addReadStreamLazy(file.path, optionsOf(file), (opened) => {
      // An archive whose own sums are right around wrong content would be believed.
      open = Readable.from(checkedBlob(file.open(signal), file.sha256), { objectMode: false });
      open.on('error', fail);
      opened(null, open);
    });
  zip.end();
  try {
    for await (const piece of bytes) yield piece as Uint8Array;
    // A reader who left ends it without an error: what came is no archive.
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
