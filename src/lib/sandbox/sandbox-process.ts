/** Starts the process of a sandbox, with all restrictions in force before it reads a byte. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PROJECT_FOLDER, sandboxModule } from '#lib/paths.ts';
import { type ExtraAccess, type Input, type Message, messagesOf, type SandboxSettings } from './sandbox-protocol.ts';

export interface Child<Chunk> {
  messages: AsyncIterator<Message<Chunk>>;
  /** How the process ended, and the beginning of its stderr. Rejected if it cannot be started. */
  ended: Promise<{ signal: NodeJS.Signals | null; stderr: string }>;
  /** Files that the process may still read. */
  filesRemaining: number;
  isStarted: boolean;
  isAlive(): boolean;
  /** Sends the next file of bytes; a path was passed at the start. */
  send(input: Input): void;
  kill(): void;
}

/**
 * The shell sets the limits and becomes node. `-d` limits writable private memory; not `-v`, address space, of which node reserves more
 * than a gigabyte at the start and ten more for WebAssembly. No core dumps, no files without a folder. The signal of the soft limit of
 * CPU time gives the reason; the hard limit kills.
 */
const LIMITED = `
# A lower limit of the system stays.
cap() { ulimit "$1" "$2" "$3" 2> /dev/null || [ "$(ulimit -H "$2")" != unlimited ]; }
ulimit -c 0 && cap -S -d "$1" && cap -H -d "$1" && cap -S -t "$2" && cap -H -t "$3" && cap -S -f "$4" && cap -H -f "$4" || exit 1
shift 4
unset PWD OLDPWD SHLVL
exec "$@"`;
const SHELL = '/bin/sh';
/** The shell's unit of file sizes. */
const BLOCK_BYTES = 512;
/** Private memory of node itself: 575 MB, of which it uses 42. With less it does not start. */
const NODE_BYTES = 600_000_000;

const STDERR_LENGTH_MAX = 8_000;
/** Prefix of each file of bytes: its size. */
const SIZE_BYTES = 4;

export function startChild<Chunk>(
  settings: SandboxSettings,
  input: Input,
  argument: string,
  { reads: extraReads = [], folder }: ExtraAccess = {},
): Child<Chunk> {
  const { caps, reads = [], isBackground = false, filesPerProcess = 1 } = settings;
  const module = sandboxModule('lib/sandbox/sandbox-child');
  const reader = settings.reader instanceof URL ? fileURLToPath(settings.reader) : sandboxModule(settings.reader);
  const path = 'path' in input ? resolve(input.path) : '';
  for (const location of [path, folder ?? ''])
    if (location.includes('*'))
      throw new Error(`${location} cannot be read: an asterisk in its path would open other files.`);
  const own = folder === undefined || caps.fileBytes === undefined ? [] : [join(resolve(folder), '*')];
  const filesRemaining = path ? 1 : filesPerProcess;
  // package.json states that .js files are ES modules.
  const readable = [module, reader, join(PROJECT_FOLDER, 'package.json'), ...reads, ...extraReads, ...own];
  if (path) readable.push(path);
  const cpuSeconds = caps.cpuSeconds * filesRemaining;
  const dataBlocks = Math.ceil((NODE_BYTES + caps.memoryBytes) / 1_024);
  const fileBlocks = own.length === 0 ? 0 : Math.ceil((caps.fileBytes ?? 0) / BLOCK_BYTES);
  const limits = [dataBlocks, cpuSeconds, cpuSeconds + 1, fileBlocks].map(String);
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((each) => `--allow-fs-read=${each}`),
    ...own.map((each) => `--allow-fs-write=${each}`),
    `--max-old-space-size=${Math.ceil(caps.heapBytes / 2 ** 20)}`,
    '--disable-warning=ExperimentalWarning',
    module,
    pathToFileURL(reader).href,
    argument,
    path,
  ];
  const child = spawn(SHELL, ['-c', LIMITED, 'sh', ...limits, ...node], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
  });
  // Node creates sockets for these pipes; its types say streams.
  const [stdin, , stderr, output] = child.stdio as unknown as [Socket, null, Socket, Socket];
  const ended = Promise.withResolvers<{ signal: NodeJS.Signals | null; stderr: string }>();
  let stderrText = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderrText.length < STDERR_LENGTH_MAX) stderrText += text.slice(0, STDERR_LENGTH_MAX);
  });
  child.once('error', ended.reject);
  child.once('close', (_, signal) => ended.resolve({ signal, stderr: stderrText }));
  // `receive` awaits it; without a reading there is no handler.
  ended.promise.catch(() => {});
  // A process that ends before it has read everything reports its reason.
  stdin.on('error', () => {});
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  // A reading has a timer; an idle process must not keep this one alive.
  for (const part of [child, stdin, stderr, output]) part.unref();
  return {
    messages: messagesOf<Chunk>(output, caps),
    ended: ended.promise,
    filesRemaining: filesRemaining,
    isStarted: false,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    send(file) {
      if (!('bytes' in file)) return;
      const size = Buffer.alloc(SIZE_BYTES);
      size.writeUInt32LE(file.bytes.length);
      stdin.write(size);
      stdin.write(file.bytes);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
