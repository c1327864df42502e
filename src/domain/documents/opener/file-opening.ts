/** Opens one file in a sandbox process: its content lies in a temporary folder until `use` has stored it, with its text. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createFileReader, READER_PACKAGES, type ReadingSandbox } from '#domain/documents/readers/file-reader.ts';
import { BOUNDS, type ReaderMessage, type Reading } from '#domain/documents/readers/reading.ts';
import { createSandbox, type Sandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, type Failure, ReadFailure } from '#lib/sandbox/sandbox-protocol.ts';
import type { UnwrapResult } from '#lib/signatures/verdict.ts';
import type { OpenedMessage, Opening } from './open-file.ts';

/** The unsealed content, with a digest computed by this process. */
interface UnwrappedContent {
  path: string;
  sha256: string;
  sizeBytes: number;
  /** Whether it is the file itself. */
  isFile: boolean;
}

export interface OpenedFile {
  /** Null when the process failed on the containers; `failure` names the reason. */
  unwrapped: UnwrapResult | null;
  failure: Failure | null;
  /** Null for a detached signature, and for a file that could not be opened. */
  content: UnwrappedContent | null;
  /** Whether it is a detached signature of the given file. */
  signsOther: boolean;
  /** Null when the text was not requested, or there is nothing to read. */
  reading: Reading | null;
}

interface OpenRequest {
  path: string;
  sha256: string;
  sizeBytes: number;
  signed: string | null;
  /** Whether the text of this content is needed; null: never. */
  needsText: ((sha256: string) => Promise<boolean>) | null;
}

const CAPS: Caps = {
  inputBytes: 2_000_000_000,
  memoryBytes: 1_000_000_000,
  heapBytes: 400_000_000,
  cpuSeconds: 180,
  timeoutMs: 300_000,
  messageBytes: 16_000_000,
  outputBytes: 1_400_000_000,
  fileBytes: 2_000_000_000,
};

interface FileOpenerOptions {
  folder: string;
  /** Folder of the trust store. */
  trust: string;
  now(): Date;
  atOnce: number;
  caps?: Partial<Caps>;
  /** Replaces the sandbox process. */
  sandbox?: OpeningSandbox | undefined;
  /** Replaces the sandbox process for archived files. */
  inside?: ReadingSandbox | undefined;
}

export type OpeningSandbox = Pick<Sandbox<{ path: string }, OpenedMessage>, 'messages' | 'close'>;

export function createFileOpener({ folder, trust, now, atOnce, caps, ...replaced }: FileOpenerOptions) {
  const sandbox =
    replaced.sandbox ??
    createSandbox<{ path: string }, OpenedMessage>({
      reader: 'domain/documents/opener/open-file',
      reads: [...READER_PACKAGES, join(trust, '*')],
      caps: { ...CAPS, ...caps },
      atOnce,
    });
  const reader = createFileReader({ folder, unwrap: unwrapEntry, sandbox: replaced.inside });

  /** Unseals an archived file to read it; its signatures are not reported. */
  async function unwrapEntry(path: string, into: string, signal?: AbortSignal): Promise<boolean> {
    const own = await mkdtemp(join(folder, 'firmoteca-inside-'));
    try {
      const messages = begin(path, own, null, false, signal);
      const { unwrapped: unsealed } = await firstOf(messages);
      await messages.return();
      const inside = unsealed?.content?.path;
      if (inside === undefined || inside === path) return false;
      await copyFile(join(own, basename(inside)), into);
      return true;
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  function begin(path: string, into: string, signed: string | null, isTextNeeded: boolean, signal?: AbortSignal) {
    const bounds = isTextNeeded ? BOUNDS : null;
    const opening: Opening = { into, signed, trust, now: now().toISOString(), bounds };
    const opened = { folder: into, reads: signed === null ? [] : [signed] };
    return sandbox.messages({ path }, { argument: JSON.stringify(opening), access: opened, signal });
  }

  return {
    /** `use` gets the result while the temporary folder exists. Throws only when the signal fires or the disk fails. */
    async open<Result>(
      file: OpenRequest,
      signal: AbortSignal,
      use: (opened: OpenedFile) => Promise<Result>,
    ): Promise<Result> {
      const own = await mkdtemp(join(folder, 'firmoteca-opening-'));
      try {
        const messages = begin(file.path, own, file.signed, file.needsText !== null, signal);
        const { unwrapped: unsealed, failure } = await firstOf(messages);
        const contentPath = contentPathOf(unsealed, file, own);
        const claimed = unsealed?.content?.sha256 ?? '';
        const isNeeded = contentPath !== null && file.needsText !== null && (await file.needsText(claimed));
        const reading = isNeeded ? await reader.gather(messages as AsyncIterable<ReaderMessage>, signal) : null;
        await messages.return();
        const content = await unwrappedContentOf(contentPath, file, unsealed);
        if (contentPath !== null && content === null)
          return await use({ unwrapped: null, failure: 'broken', content: null, signsOther: false, reading: null });
        const signsOther = file.signed !== null && unsealed?.content?.path === file.signed;
        return await use({ unwrapped: unsealed, failure, content, signsOther, reading });
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },
    close(): void {
      sandbox.close();
      reader.close();
    },
  };
}

export type FileOpener = ReturnType<typeof createFileOpener>;

type OpenedMessages = AsyncGenerator<OpenedMessage, void, undefined>;

/** The first message of the process. */
async function firstOf(messages: OpenedMessages): Promise<Pick<OpenedFile, 'unwrapped' | 'failure'>> {
  try {
    const { value } = await messages.next();
    if (value && 'unsealed' in value) return { unwrapped: value.unsealed, failure: null };
    return { unwrapped: null, failure: 'broken' };
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    return { unwrapped: null, failure: error.outcome };
  }
}

/** Path of the content by the process's claim: the file itself, or a file in the temporary folder under a base name. */
function contentPathOf(unsealed: UnwrapResult | null, { path, signed }: OpenRequest, own: string): string | null {
  const claimedPath = unsealed?.content?.path;
  if (claimedPath === undefined || claimedPath === signed) return null;
  return claimedPath === path ? path : join(own, basename(claimedPath));
}

/** Computes the digest here, whatever the process claimed, because it identifies the content for ever. Null when the claim was wrong. */
async function unwrappedContentOf(
  contentPath: string | null,
  file: OpenRequest,
  unsealed: UnwrapResult | null,
): Promise<UnwrappedContent | null> {
  if (contentPath === null) return null;
  if (contentPath === file.path)
    return { path: contentPath, sha256: file.sha256, sizeBytes: file.sizeBytes, isFile: true };
  // Symbolic links could lead out of the folder.
  const handle = await open(contentPath, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const bytes of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      sizeBytes += bytes.length;
    }
    const sha256 = hash.digest('hex');
    return sha256 === unsealed?.content?.sha256 ? { path: contentPath, sha256, sizeBytes, isFile: false } : null;
  } finally {
    await handle.close();
  }
}
