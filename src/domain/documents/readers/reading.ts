/** The result of reading a file, the messages of reader processes, and their bounds. */

/** Detected by content, never by name. */
export type FileKind =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'doc'
  | 'xls'
  | 'rtf'
  | 'html'
  | 'xml'
  | 'text'
  | 'zip'
  | '7z'
  | 'rar'
  /** A signed container, which the opener unwraps. */
  | 'cms'
  | 'asic'
  | 'image'
  /** Office before 2007, neither a document nor a workbook: slides, mails, Word 95. */
  | 'oldOffice'
  /** An Office document with a password, whose kind is unknown. */
  | 'lockedOffice'
  | 'empty'
  | 'unknown';

/** A page of the text: `text.slice(start, end)`. Slides and sheets are pages; a format without pages has one. */
export interface PageSpan {
  /** From 1, as the file counts; unread pages leave gaps. */
  number: number;
  start: number;
  end: number;
  /** `ocr`: read from a picture, so characters may be wrong. */
  source: 'text' | 'ocr';
}

export interface PagedText {
  /** Normalized (see `page-writer.ts`); form feeds separate pages and occur nowhere else. */
  text: string;
  /** Ordered by number. */
  pages: PageSpan[];
}

export type TextState =
  /** Complete. */
  | 'read'
  /** Incomplete: `missing` lists the gaps. */
  | 'partly'
  /** Complete, without any text. */
  | 'none'
  /** All text is in pictures that wait for OCR. */
  | 'ocrDue'
  /** An archive: `entries` have states of their own. */
  | 'archive'
  /** Protected by a password. */
  | 'encrypted'
  /** The file begins like its kind but cannot be read. */
  | 'damaged'
  /** A kind without text, or one that we do not read. */
  | 'unsupported'
  /** The file takes more memory than its kind ever needs. */
  | 'tooLarge'
  /** The file takes more time than its kind ever needs. */
  | 'tooLong'
  /** An archive nested too deeply. */
  | 'tooDeep'
  /** One part of an archive: the rest is in other files. */
  | 'splitArchive'
  /** An archived file with a name that leads out of the archive: hostile, not examined. */
  | 'unsafeName';

export type Missing =
  /** Pictures of text: due for OCR, beyond the OCR limit, or illegible. */
  | { what: 'pages'; pages: number[]; why: 'ocrDue' | 'ocrCap' | 'illegible' }
  /** Everything from this page on. */
  | { what: 'rest'; fromPage: number; why: 'damaged' | 'tooLarge' | 'tooLong' }
  /** Archived files that were not unpacked; null when the number is unknown. */
  | { what: 'entries'; count: number | null; why: 'damaged' | 'tooLarge' | 'tooLong' | 'tooMany' };

export interface Reading {
  kind: FileKind;
  /** Detected by content. */
  mediaType: string;
  state: TextState;
  /** Set for `read` and `partly`, never empty; null otherwise. */
  text: PagedText | null;
  /** Page count of the file; null where its kind has none or it is unknown. */
  pagesCount: number | null;
  /** Empty: nothing is missing. */
  missing: Missing[];
  /** Set for archives only. */
  entries: EntryReading[] | null;
  /** The error for the operator's log; it may quote the file. */
  reason: string | null;
}

export interface EntryReading {
  /** Name in the archive, with `/` between folders; unprintable characters are replaced. */
  name: string;
  /** Actual size; null when it was not unpacked. */
  sizeBytes: number | null;
  sha256: string | null;
  reading: Reading;
}

/** Why a reading ends early. */
export type Refusal = Extract<
  TextState,
  'encrypted' | 'damaged' | 'unsupported' | 'tooLarge' | 'tooLong' | 'tooDeep' | 'splitArchive'
>;

export type ReaderMessage =
  /** Always the first message. */
  | { kind: FileKind; mediaType: string }
  /** The page count, for kinds that have one. */
  | { pagesCount: number }
  /** Text of a page, or more of the same page. `isPicture`: its text is in a picture. */
  | { page: number; text: string; isPicture?: boolean }
  /** An archived file. `refused`: without bytes. */
  | { entry: string; refused: Extract<TextState, Refusal | 'unsafeName'> | null }
  /** Bytes of the last entry, in base64. */
  | { bytes: string }
  /** The last entry ends incomplete. */
  | { broken: Refusal }
  /** Entries that are left out. */
  | { skipped: number; why: 'tooMany' | 'tooLarge' }
  /** The last message of an incomplete reading. */
  | { refused: Refusal; reason: string };

/** Thrown by readers; the text read so far counts. */
export class Refused extends Error {
  readonly state: Refusal;

  constructor(state: Refusal, reason: string) {
    super(reason);
    this.state = state;
  }
}

export interface Bounds {
  /** Number of files. The largest documentation has some hundreds. */
  entries: number;
  /** Unpacked bytes. */
  bytes: number;
  /** Nesting depth of archives. */
  depth: number;
}

export const BOUNDS: Bounds = { entries: 2_000, bytes: 1_000_000_000, depth: 3 };

/** Maximum ratio of unpacked to packed bytes: drawings reach fifty. */
const RATIO_MAX = 200;
/** For small archives, which may compress much better. */
const LEAST_BYTES = 50_000_000;

/** Unpacked bytes allowed for an archive of this size. */
export const bytesOf = (sizeBytes: number, bounds: Bounds): number =>
  Math.min(bounds.bytes, Math.max(LEAST_BYTES, RATIO_MAX * sizeBytes));

/** What the OCR process returns for a page. */
export interface RecognizedPage {
  number: number;
  /** Null when nothing is legible. */
  text: string | null;
}
