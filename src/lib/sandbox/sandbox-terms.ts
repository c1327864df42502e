/** The words of the sandbox: what it is told, and what becomes of a file. */
import type { SandboxModule } from '#lib/paths.ts';

export interface Caps {
  /** Of the file. */
  inputBytes: number;
  /** Everything that the process holds beside node itself. */
  memoryBytes: number;
  /** The part of it in which values of JavaScript live. */
  heapBytes: number;
  /** For a file. */
  cpuSeconds: number;
  /** How long we wait for it, all waits together. */
  timeoutMs: number;
  /** Of a piece, as JSON. */
  messageBytes: number;
  /** Of all pieces together. */
  outputBytes: number;
  /** Of each file that it writes into a folder given with the file that it reads; it writes none unless said. */
  fileBytes?: number;
}

export interface SandboxSettings {
  /** The module that reads: its `read` is a `Reader`. A module outside of builds imports nothing but what Node brings. */
  reader: SandboxModule | URL;
  /** Files, and folders as `folder/*`, that the reader opens beside its own module. */
  reads?: readonly string[];
  caps: Caps;
  /** How many files at once; others wait. */
  atOnce: number;
  /**
   * Of bytes, not of paths: so many are read by one process, one after the other, while all goes well; 1 unless said. Starting
   * one costs a quarter of a second. What one file does to a process, the next may feel: only for files of one publisher.
   */
  filesPerProcess?: number;
  /** Behind everything else on the machine. */
  isBackground?: boolean;
}

/** Beside the file itself, for this one reading. */
export interface Opened {
  /** Files, and folders as `folder/*`. */
  reads?: readonly string[];
  /** A folder of this reading alone: what is written there lies there for whoever asked, and is not to be trusted. */
  folder?: string;
}

export type Input = { bytes: Uint8Array } | { path: string };

/** Gives what it reads piece by piece, as plain JSON. What it throws says why the file cannot be read. */
export type Reader<Kind extends Input, Piece> = (input: Kind, argument: string) => AsyncIterable<Piece>;

export type Failure =
  /** The file is larger than we read, or reading it takes more memory or gives more than a file of its kind ever does. */
  | 'tooLarge'
  /** Reading it takes more time than a file of its kind ever does. */
  | 'tooLong'
  /** The reader does not understand it, or came to grief over it. */
  | 'broken';

export type Outcome<Value> = { outcome: 'read'; value: Value } | { outcome: Failure; reason: string };

/** Thrown by a reading piece by piece: it came no further. */
export class Unread extends Error {
  readonly outcome: Failure;

  constructor(outcome: Failure, reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}
