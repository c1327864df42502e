/**
 * Reads the text of untrusted files and unpacks archives. Each file has a sandbox process of its own, archived files too, so that a hostile
 * file affects only itself.
 */

import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFiles } from '#lib/paths.ts';
import { PDF_PACKAGES } from '#lib/readers/pdf/text.ts';
import { createSandbox, type Sandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, ReadFailure } from '#lib/sandbox/sandbox-protocol.ts';
import {
  BOUNDS,
  type Bounds,
  type EntryReading,
  type ReaderMessage,
  type Reading,
  type Refusal,
  type TextState,
} from './reading.ts';
import { ReadingBuilder } from './reading-builder.ts';

interface FileReaderOptions {
  /** Writes the content of a signed container to `into`; false when it cannot be opened. */
  unwrap?: (path: string, into: string, signal?: AbortSignal) => Promise<boolean>;
  /** Temporary folder for archived files. */
  folder?: string;
  /** Replaces the sandbox process. */
  sandbox?: ReadingSandbox | undefined;
  caps?: Partial<Caps>;
  bounds?: Partial<Bounds>;
  /** Time for one file with everything inside. */
  totalMs?: number;
}

export type ReadingSandbox = Pick<Sandbox<{ path: string }, ReaderMessage>, 'messages' | 'close'>;

const CAPS: Caps = {
  /** Drawings reach 200 MB. */
  inputBytes: 300_000_000,
  /** The file, its copy inside the library, and the result. */
  memoryBytes: 1_000_000_000,
  heapBytes: 400_000_000,
  /** A document of a thousand pages takes four seconds. */
  cpuSeconds: 120,
  timeoutMs: 180_000,
  /** A page of any kind, fully escaped. */
  messageBytes: 16_000_000,
  /** The limit of unpacked bytes, in base64. */
  outputBytes: 1_400_000_000,
};
/** Two thousand files at a quarter of a second each. */
const TOTAL_MS = 900_000;
/** Nested signed containers of one file. */
const CONTAINERS_MAX = 3;
const AT_ONCE = 2;

/** Budget shared by a file and the archives inside it. */
interface Walk {
  remaining: Bounds;
  endsAt: number;
  /** Readings by digest: the same content is read once. */
  readings: Map<string, Reading>;
  signal: AbortSignal | undefined;
}

export function createFileReader({
  unwrap,
  folder = tmpdir(),
  caps,
  bounds,
  totalMs = TOTAL_MS,
  sandbox = createSandbox<{ path: string }, ReaderMessage>({
    reader: 'domain/documents/readers/read',
    reads: READER_PACKAGES,
    caps: { ...CAPS, ...caps },
    atOnce: AT_ONCE,
  }),
}: FileReaderOptions = {}) {
  const readFile = (path: string, walk: Walk, containers = 0): Promise<Reading> =>
    buildReading(
      sandbox.messages({ path }, { argument: JSON.stringify(walk.remaining), signal: walk.signal }),
      walk,
      containers,
      (into) => (containers < CONTAINERS_MAX && unwrap?.(path, into, walk.signal)) || Promise.resolve(false),
    );

  async function buildReading(
    messages: AsyncIterable<ReaderMessage>,
    walk: Walk,
    containers: number,
    open: (into: string) => Promise<boolean>,
  ): Promise<Reading> {
    const own = await mkdtemp(join(folder, 'firmoteca-reading-'));
    try {
      const builder = new ReadingBuilder();
      const unpacking = new Unpacking(own, walk.remaining.bytes);
      await applyMessages(messages, builder, unpacking);
      walk.remaining.bytes -= unpacking.bytes;
      walk.remaining.entries -= unpacking.entries.length;
      const opened = join(own, 'content');
      if (builder.kind === 'cms' && (await open(opened))) return await readFile(opened, walk, containers + 1);
      // Decided here, whatever the process claims.
      const isArchive = ARCHIVES.has(builder.kind) && walk.remaining.depth > 0;
      const entries = isArchive ? await readEntries(unpacking.entries, walk) : null;
      return builder.reading(entries);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  async function applyMessages(
    messages: AsyncIterable<ReaderMessage>,
    builder: ReadingBuilder,
    unpacking: Unpacking,
  ): Promise<void> {
    let ended: TextState | null = null;
    try {
      for await (const message of messages) if (!unpacking.accept(message)) builder.add(message);
    } catch (error) {
      if (!(error instanceof ReadFailure)) throw error;
      ended = REFUSALS[error.outcome];
      builder.refuse(REFUSALS[error.outcome], error.message);
    }
    unpacking.end(ended);
  }

  async function readEntries(unpacked: readonly Unpacked[], walk: Walk): Promise<EntryReading[]> {
    walk.remaining.depth--;
    const entries: EntryReading[] = [];
    for (const { name, file, refused } of unpacked) {
      const state = refused ?? (performance.now() > walk.endsAt ? 'tooLong' : null);
      const reading = state || !file ? unread(state ?? 'damaged') : await readCached(file, walk);
      entries.push({ name, sizeBytes: file?.sizeBytes ?? null, sha256: file?.sha256 ?? null, reading });
    }
    walk.remaining.depth++;
    return entries;
  }

  async function readCached({ path, sha256 }: { path: string; sha256: string }, walk: Walk): Promise<Reading> {
    const known = walk.readings.get(sha256);
    if (known) return known;
    const reading = await readFile(path, walk);
    walk.readings.set(sha256, reading);
    return reading;
  }

  const walkOf = (signal: AbortSignal | undefined): Walk => ({
    remaining: { ...BOUNDS, ...bounds },
    endsAt: performance.now() + totalMs,
    readings: new Map(),
    signal,
  });

  return {
    /** Throws only when the signal fires or the disk fails, which is no fact about the file. */
    read: (path: string, signal?: AbortSignal): Promise<Reading> => readFile(path, walkOf(signal)),
    /** Reads a file from the messages of another process, already unwrapped; only archived files get processes here. */
    gather: (messages: AsyncIterable<ReaderMessage>, signal?: AbortSignal): Promise<Reading> =>
      buildReading(messages, walkOf(signal), 0, async () => false),
    close: sandbox.close,
  };
}

const ARCHIVES: ReadonlySet<string> = new Set(['zip', '7z', 'rar', 'asic']);
const REFUSALS = { broken: 'damaged', tooLarge: 'tooLarge', tooLong: 'tooLong' } as const satisfies Record<
  string,
  Refusal
>;

/** The reading of an archived file that was not examined. */
const unread = (state: TextState): Reading => ({
  kind: 'unknown',
  mediaType: 'application/octet-stream',
  state,
  text: null,
  pagesCount: null,
  missing: [],
  entries: null,
  reason: null,
});

const UNPACKER_CAPS: Caps = {
  inputBytes: 1_000_000_000,
  memoryBytes: 600_000_000,
  heapBytes: 200_000_000,
  cpuSeconds: 120,
  timeoutMs: 180_000,
  messageBytes: 16_000_000,
  outputBytes: 2_800_000_000,
};
/** Unpacked bytes of one archive. */
const UNPACKED_BYTES_MAX = 2_000_000_000;

export interface UnpackedFile {
  name: string;
  path: string;
  sha256: string;
  sizeBytes: number;
}

/** Unpacks the archive of a notice in a sandbox. `sandbox` replaces the process. */
export function createUnpacker(
  sandbox: ReadingSandbox = createSandbox({
    reader: 'domain/documents/readers/read',
    reads: READER_PACKAGES,
    caps: UNPACKER_CAPS,
    atOnce: 1,
  }),
) {
  return {
    async unpack(path: string, folder: string, signal: AbortSignal): Promise<UnpackedFile[]> {
      const unpacking = new Unpacking(await mkdtemp(join(folder, 'unpacked-')), UNPACKED_BYTES_MAX);
      const argument = JSON.stringify({ ...BOUNDS, bytes: UNPACKED_BYTES_MAX });
      try {
        for await (const message of sandbox.messages({ path }, { argument, signal })) unpacking.accept(message);
        unpacking.end(null);
      } catch (error) {
        if (!(error instanceof ReadFailure)) throw error;
        // Complete entries before the failure count.
        unpacking.end('damaged');
      }
      return unpacking.entries.flatMap(({ name, file }) => (file ? { name, ...file } : []));
    },
    close: sandbox.close,
  };
}

interface Unpacked {
  name: string;
  /** Null when it was not unpacked; `refused` says why. */
  file: { path: string; sizeBytes: number; sha256: string } | null;
  refused: TextState | null;
}

/** Writes the entries of an archive to files with generated names. Counts the actual bytes: `bytesMax` holds even when the process lies. */
class Unpacking {
  readonly entries: Unpacked[] = [];
  bytes = 0;
  private readonly folder: string;
  private readonly bytesMax: number;
  private open: { name: string; path: string; file: number; hash: Hash; sizeBytes: number } | null = null;

  constructor(folder: string, bytesMax: number) {
    this.folder = folder;
    this.bytesMax = bytesMax;
  }

  /** Whether the message was about an archived file. */
  accept(message: ReaderMessage): boolean {
    if ('entry' in message) {
      this.endEntry(null);
      if (message.refused) this.entries.push({ name: message.entry, file: null, refused: message.refused });
      else this.begin(message.entry);
      return true;
    }
    if ('bytes' in message) this.write(Buffer.from(message.bytes, 'base64'));
    else if ('broken' in message) this.endEntry(message.broken);
    else return false;
    return true;
  }

  /** `refused`: the last entry is incomplete. */
  end(refused: TextState | null): void {
    this.endEntry(refused);
  }

  private begin(name: string): void {
    const path = join(this.folder, String(this.entries.length));
    this.open = { name, path, file: openSync(path, 'wx', 0o600), hash: createHash('sha256'), sizeBytes: 0 };
  }

  private write(bytes: Buffer): void {
    this.bytes += bytes.length;
    if (this.bytes > this.bytesMax) this.endEntry('tooLarge');
    if (!this.open) return;
    writeSync(this.open.file, bytes);
    this.open.hash.update(bytes);
    this.open.sizeBytes += bytes.length;
  }

  private endEntry(refused: TextState | null): void {
    if (!this.open) return;
    const { name, path, file, hash, sizeBytes } = this.open;
    closeSync(file);
    this.open = null;
    const given = refused ? null : { path, sizeBytes, sha256: hash.digest('hex') };
    this.entries.push({ name, file: given, refused });
  }
}

export const READER_PACKAGES: readonly string[] = [...PDF_PACKAGES, packageFiles('7z-wasm')];
