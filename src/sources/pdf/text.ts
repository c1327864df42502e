/**
 * The text of PDF documents of strangers, read in a process of its own that can do nothing else: no network, no files but the
 * reader's own, capped memory and time. A document that breaks it breaks nothing but its own reading.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { ocrFolders } from './ocr.ts';

/** Why a document has no text to give. */
export type PdfProblem =
  /** It wants a password. */
  | 'encrypted'
  /** It is no PDF, or a broken one. */
  | 'broken'
  /** It has no text, and none can be read from the pictures of its pages. */
  | 'scanned'
  /** More of its pages are pictures than we read. */
  | 'tooManyPictures'
  /** Reading it takes more memory, time or pages than a document of that kind ever needs. */
  | 'bomb';

export interface PdfText {
  pages: number;
  /** Pages are divided by form feeds. */
  text: string;
  /** Numbers of the pages that are pictures and were not read: this reader reads none, one of pictures will. */
  pictures: number[];
  /** Numbers of the pages whose text was read from a picture: letters may be wrong. */
  ocrPages: number[];
}

export type PdfReading = PdfText | { problem: PdfProblem };

export interface PdfReader {
  /** One document at a time; others wait. Throws only when the signal fires, which says nothing of the document. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfReading>;
  close(): void;
}

/** A press release is read in a few hundredths of a second, one of 990 pages in four seconds. */
const READ_MS_MAX = 20_000;
/** Thirty pictures at two to ten seconds each. */
export const READ_PICTURES_MS_MAX = 300_000;
/** A thousand pages stay under 200 MB, a large picture and the model that reads it under 350 MB. */
const MEMORY_BYTES_MAX = 900_000_000;
/** What a document left behind in memory goes with its process; each may take all its time. */
const DOCUMENTS_PER_PROCESS = 20;
const START_CPU_SECONDS = 10;
/** A process that nobody needs is not kept. */
const IDLE_MS = 5_000;

interface PdfReaderOptions {
  /** Also reads pages that are pictures, which takes seconds a page: in its own process, behind everything else on the machine. */
  pictures?: boolean;
  readMsMax?: number;
}

export function createPdfReader({
  pictures = false,
  readMsMax = pictures ? READ_PICTURES_MS_MAX : READ_MS_MAX,
}: PdfReaderOptions = {}): PdfReader {
  let running: { child: ChildProcess; left: number } | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(idle);
    running?.child.kill('SIGKILL');
    running = null;
  };

  const readNow = (bytes: Uint8Array, signal: AbortSignal | undefined): Promise<PdfReading> => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    running ??= { child: startReader(pictures, readMsMax), left: DOCUMENTS_PER_PROCESS };
    const { child } = running;
    running.left--;
    const { promise, resolve, reject } = Promise.withResolvers<PdfReading>();
    const onAbort = (): void => {
      reject(signal?.reason);
      stop();
    };
    signal?.addEventListener('abort', onAbort);
    const ended = (): void => resolve({ problem: 'bomb' });
    const late = setTimeout(ended, readMsMax);
    child.once('message', (reading) => resolve(reading as PdfReading));
    child.once('exit', ended);
    child.once('error', ended);
    child.send(bytes, (error) => error && ended());
    return promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
      child.removeAllListeners();
    });
  };

  return {
    read(bytes, signal) {
      const reading = turn.then(async () => {
        const outcome = await readNow(bytes, signal);
        const spent = running === null || running.left === 0;
        if (spent || ('problem' in outcome && outcome.problem === 'bomb')) stop();
        else idle = setTimeout(stop, IDLE_MS).unref();
        return outcome;
      });
      turn = reading.catch(() => {});
      return reading;
    },
    close: stop,
  };
}

const here = import.meta.dirname;
const library = dirname(createRequire(import.meta.url).resolve('@hyzyla/pdfium'));

/** Files that the reader needs: itself, the libraries, and the package that tells node how to read them. */
const READABLE = [
  join(here, 'read-child.ts'),
  join(here, 'ocr.ts'),
  join(here, '../../../package.json'),
  join(library, '..'),
  ...ocrFolders,
];

/** Part of every Debian; without it the heap and the time are capped, other memory is not. */
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

function startReader(pictures: boolean, readMsMax: number): ChildProcess {
  const node = [
    process.execPath,
    '--permission',
    ...READABLE.map((path) => `--allow-fs-read=${path}`),
    '--max-old-space-size=400',
    '--disable-warning=ExperimentalWarning',
    join(here, 'read-child.ts'),
    ...(pictures ? ['--pictures'] : []),
  ];
  const cpuSeconds = START_CPU_SECONDS + Math.ceil((DOCUMENTS_PER_PROCESS * readMsMax) / 1_000);
  const limits = prlimit ? [prlimit, `--data=${MEMORY_BYTES_MAX}`, `--cpu=${cpuSeconds}`, '--core=0'] : [];
  const [command = '', ...args] = [...limits, ...node];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  });
  // Whoever looks a company up comes first.
  if (pictures && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
  child.channel?.unref();
  return child;
}
