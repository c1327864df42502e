/** Starts the process of a sandbox: what it may not do is taken from it before it reads a byte. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PROJECT_FOLDER, sandboxModule } from '#lib/paths.ts';
import { type Message, messagesOf } from './sandbox-output.ts';
import type { Input, Opened, SandboxSettings } from './sandbox-terms.ts';

export interface Child<Piece> {
  messages: AsyncIterator<Message<Piece>>;
  /** How it ended, and the beginning of what it said on the way. Rejected when it could not be started. */
  ended: Promise<{ signalled: NodeJS.Signals | null; complaint: string }>;
  /** Files that it may still read. */
  filesLeft: number;
  hasBegun: boolean;
  isAlive(): boolean;
  /** The next file, when it is one of bytes; one at a place was named at the start. */
  give(input: Input): void;
  kill(): void;
}

/**
 * The shell sets the limits and becomes node. `-d` is what a process may write to of its own, which is what fills the machine: not
 * `-v`, the addresses it reserves, since node wants more than a gigabyte of them before it begins and ten more for WebAssembly. No
 * core, no file of its own unless a folder is given. At the soft limit of time the signal tells why; at the hard one it is killed.
 */
const LIMITED = `
# Where the system allows less already, that stands.
cap() { ulimit "$1" "$2" "$3" 2> /dev/null || [ "$(ulimit -H "$2")" != unlimited ]; }
ulimit -c 0 && cap -S -d "$1" && cap -H -d "$1" && cap -S -t "$2" && cap -H -t "$3" && cap -S -f "$4" && cap -H -f "$4" || exit 1
shift 4
unset PWD OLDPWD SHLVL
exec "$@"`;
const SHELL = '/bin/sh';
/** In which the shell counts the size of a file. */
const BLOCK_BYTES = 512;
/** What node may write to before it reads anything: 575 MB, of which it touches 42. With less it does not start. */
const NODE_BYTES = 600_000_000;

const COMPLAINT_LENGTH_MAX = 8_000;
/** Before each file of bytes: how many they are. */
const SIZE_BYTES = 4;

export function startChild<Piece>(
  settings: SandboxSettings,
  input: Input,
  argument: string,
  { reads: also = [], folder }: Opened = {},
): Child<Piece> {
  const { caps, reads = [], isBackground = false, filesPerProcess = 1 } = settings;
  const module = sandboxModule('lib/sandbox/sandbox-child');
  const reader = settings.reader instanceof URL ? fileURLToPath(settings.reader) : sandboxModule(settings.reader);
  const path = 'path' in input ? resolve(input.path) : '';
  for (const place of [path, folder ?? ''])
    if (place.includes('*'))
      throw new Error(`${place} cannot be read: an asterisk in its path would open other files.`);
  const own = folder === undefined || caps.fileBytes === undefined ? [] : [join(resolve(folder), '*')];
  const left = path ? 1 : filesPerProcess;
  // package.json states that .js files are ES modules.
  const readable = [module, reader, join(PROJECT_FOLDER, 'package.json'), ...reads, ...also, ...own];
  if (path) readable.push(path);
  const cpuSeconds = caps.cpuSeconds * left;
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
  // Pipes to a process are sockets, whatever their types say.
  const [stdin, , stderr, output] = child.stdio as unknown as [Socket, null, Socket, Socket];
  const ended = Promise.withResolvers<{ signalled: NodeJS.Signals | null; complaint: string }>();
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < COMPLAINT_LENGTH_MAX) complaint += text.slice(0, COMPLAINT_LENGTH_MAX);
  });
  child.once('error', ended.reject);
  child.once('close', (_, signalled) => ended.resolve({ signalled, complaint }));
  // It is asked for by whom a process that does not start concerns.
  ended.promise.catch(() => {});
  // One that has ended before it took everything says why in its own way.
  stdin.on('error', () => {});
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  // Whoever waits for it has a clock running; one that rests keeps nobody.
  for (const part of [child, stdin, stderr, output]) part.unref();
  return {
    messages: messagesOf<Piece>(output, caps),
    ended: ended.promise,
    filesLeft: left,
    hasBegun: false,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    give(file) {
      if (!('bytes' in file)) return;
      const size = Buffer.alloc(SIZE_BYTES);
      size.writeUInt32LE(file.bytes.length);
      stdin.write(size);
      stdin.write(file.bytes);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
