/** What the process that reads a file says of it, piece by piece. */
import type { FileKind, TextState } from './reading.ts';

/** Why a reading ends before the file does. */
export type Refusal = Extract<TextState, 'encrypted' | 'damaged' | 'unsupported' | 'tooLarge' | 'tooLong' | 'tooDeep'>;

export type Piece =
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
