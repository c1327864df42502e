/** What reading a file gives: its kind by its bytes, its text with the places of its pages, or why there is none. */

/** By the first bytes and by what an archive holds, never by a name. */
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
  /** A sealed file: whoever opens seals gives what is inside. */
  | 'cms'
  | 'asic'
  | 'image'
  /** Of Office before 2007, but neither a document nor a workbook of a kind that we read: slides, mails, Word 95. */
  | 'oldOffice'
  /** A document of Office under a password: which kind cannot be seen. */
  | 'lockedOffice'
  | 'empty'
  | 'unknown';

/** A page within the text: `text.slice(start, end)`. Slides and sheets are pages; a format without pages has one. */
export interface PageSpan {
  /** From 1, as the file counts: pages that were not read leave gaps. */
  number: number;
  start: number;
  end: number;
  /** `ocr`: read from a picture, so that letters may be wrong. */
  source: 'text' | 'ocr';
}

export interface PagedText {
  /** In one spelling (see `normal-text.ts`); pages are divided by form feeds, which stand nowhere else. */
  text: string;
  /** In the order of their numbers. */
  pages: PageSpan[];
}

export type TextState =
  /** Whole. */
  | 'read'
  /** What is missing stands in `missing`. */
  | 'partly'
  /** Read to its end: there is not a letter in it. */
  | 'none'
  /** All its text is in pictures that were not read yet. */
  | 'ocrDue'
  /** Its files stand in `entries`, each with a state of its own. */
  | 'archive'
  /** It wants a password. */
  | 'encrypted'
  /** It begins like a file of its kind, but cannot be read as one. */
  | 'damaged'
  /** A kind of file without text, or one that we do not read. */
  | 'unsupported'
  /** It takes more room than a file of its kind ever needs. */
  | 'tooLarge'
  /** It takes more time than a file of its kind ever needs. */
  | 'tooLong'
  /** An archive inside more archives than anybody packs. */
  | 'tooDeep'
  /** A file inside an archive under a name that leads out of it: it was made to do harm and is not looked into. */
  | 'unsafeName';

export type Missing =
  /** Pictures of text: due for recognition, more of them than we recognise, or without anything that could be recognised. */
  | { what: 'pages'; pages: number[]; why: 'ocrDue' | 'ocrCap' | 'illegible' }
  /** Everything from somewhere on this page. */
  | { what: 'rest'; fromPage: number; why: 'damaged' | 'tooLarge' | 'tooLong' }
  /** Files of an archive that were not unpacked; null when nobody can say how many. */
  | { what: 'entries'; count: number | null; why: 'damaged' | 'tooLarge' | 'tooLong' | 'tooMany' };

export interface Reading {
  kind: FileKind;
  /** Also by its bytes. */
  mediaType: string;
  /** How many seals were opened to come to it. */
  seals: number;
  state: TextState;
  /** Of a `read` or `partly` file, never empty; null otherwise. */
  text: PagedText | null;
  /** How many pages the file says it has; null where its kind has none or nobody could count. */
  pagesCount: number | null;
  /** Empty: nothing is. */
  missing: Missing[];
  /** Of an archive; null of everything else. */
  entries: EntryReading[] | null;
  /** What went wrong, for the log of whoever runs this: it may quote the file. */
  reason: string | null;
}

export interface EntryReading {
  /** As the archive has it, with `/` between folders; signs that cannot be printed are replaced. */
  name: string;
  /** Counted, not declared; null when it was not unpacked. */
  sizeBytes: number | null;
  sha256: string | null;
  reading: Reading;
}

/** Why a reading ends before the file does. */
export type Refusal = Extract<TextState, 'encrypted' | 'damaged' | 'unsupported' | 'tooLarge' | 'tooLong' | 'tooDeep'>;

export type ReaderMessage =
  /** First of all. */
  | { kind: FileKind; mediaType: string }
  /** So many pages there are, for kinds that say so. */
  | { pagesCount: number }
  /** Text of a page, or more of the same one. `isPicture`: its text is in a picture. */
  | { page: number; text: string; isPicture?: boolean }
  /** A file of an archive. `refused`: without bytes. */
  | { entry: string; refused: Extract<TextState, Refusal | 'unsafeName'> | null }
  /** Of the entry named last, in base64. */
  | { bytes: string }
  /** The entry named last is given no further. */
  | { broken: Refusal }
  /** Entries that are not given. */
  | { skipped: number; why: 'tooMany' | 'tooLarge' }
  /** The last piece, when the reading comes no further. */
  | { refused: Refusal; reason: string };

/** Thrown by readers: what was read until then stands. */
export class Refused extends Error {
  readonly state: Refusal;

  constructor(state: Refusal, reason: string) {
    super(reason);
    this.state = state;
  }
}

export interface Bounds {
  /** Files. The largest documentation has some hundreds. */
  entries: number;
  /** Unpacked. */
  bytes: number;
  /** Archives inside one another. */
  depth: number;
}

export const BOUNDS: Bounds = { entries: 2_000, bytes: 1_000_000_000, depth: 3 };

/** What an archive unpacks to may be so many times its size: drawings reach fifty. */
const RATIO_MAX = 200;
/** Of small archives, which may well be all repetition. */
const LEAST_BYTES = 50_000_000;

/** Bytes that an archive of this size may give. */
export const bytesOf = (sizeBytes: number, bounds: Bounds): number =>
  Math.min(bounds.bytes, Math.max(LEAST_BYTES, RATIO_MAX * sizeBytes));

/** What the OCR process returns for a page. */
export interface RecognizedPage {
  number: number;
  /** Null when nothing on it can be read. */
  text: string | null;
}
