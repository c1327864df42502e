/** Starts the process of a sandbox: what it may not do is taken from it before it reads a byte. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Input, SandboxSettings } from './sandbox-terms.ts';

export interface Child {
  output: AsyncIterable<Buffer>;
  /** How it ended, and the beginning of what it said on the way. Rejected when it could not be started. */
  ended: Promise<{ signalled: NodeJS.Signals | null; complaint: string }>;
  kill(): void;
}

/**
 * The shell sets the limits and becomes node. `-d` is what a process may write to of its own, which is what fills the machine: not
 * `-v`, the addresses it reserves, since node wants more than a gigabyte of them before it begins and ten more for WebAssembly. No
 * core, no file of its own. At the soft limit of time the signal tells why; at the hard one it is killed.
 */
const LIMITED = `
# Where the system allows less already, that stands.
cap() { ulimit "$1" "$2" "$3" 2> /dev/null || [ "$(ulimit -H "$2")" != unlimited ]; }
ulimit -c 0 && ulimit -f 0 && cap -S -d "$1" && cap -H -d "$1" && cap -S -t "$2" && cap -H -t "$3" || exit 1
shift 3
unset PWD OLDPWD SHLVL
exec "$@"`;
const SHELL = '/bin/sh';
/** What node may write to before it reads anything: 575 MB, of which it touches 42. With less it does not start. */
const NODE_BYTES = 600_000_000;

const COMPLAINT_LENGTH_MAX = 8_000;
const OUTPUT = 3;

const here = import.meta.dirname;
const CHILD = join(here, 'sandbox-child.ts');

export function startChild(settings: SandboxSettings, input: Input, argument: string): Child {
  const { caps, reads, reader, isBehind = false } = settings;
  const path = 'path' in input ? resolve(input.path) : null;
  if (path?.includes('*')) throw new Error(`${path} cannot be read: an asterisk in its path would open other files.`);
  // The package tells node how to read the modules.
  const readable = [CHILD, fileURLToPath(reader), join(here, '../../package.json'), ...reads, ...(path ? [path] : [])];
  const limits = [Math.ceil((NODE_BYTES + caps.memoryBytes) / 1_024), caps.cpuSeconds, caps.cpuSeconds + 1].map(String);
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((each) => `--allow-fs-read=${each}`),
    `--max-old-space-size=${Math.ceil(caps.heapBytes / 2 ** 20)}`,
    '--disable-warning=ExperimentalWarning',
    CHILD,
    reader,
    argument,
    'bytes' in input ? 'bytes' : 'path',
    'bytes' in input ? String(input.bytes.length) : (path ?? ''),
  ];
  const child = spawn(SHELL, ['-c', LIMITED, 'sh', ...limits, ...node], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
  }) as ChildProcessByStdio<Writable, null, Readable>;
  const ended = Promise.withResolvers<{ signalled: NodeJS.Signals | null; complaint: string }>();
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < COMPLAINT_LENGTH_MAX) complaint += text.slice(0, COMPLAINT_LENGTH_MAX);
  });
  child.once('error', ended.reject);
  child.once('close', (_, signalled) => ended.resolve({ signalled, complaint }));
  // It is asked for by whom a process that does not start concerns.
  ended.promise.catch(() => {});
  if (isBehind && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  give(child.stdin, input);
  return {
    output: child.stdio[OUTPUT] as unknown as Readable,
    ended: ended.promise,
    kill: () => void child.kill('SIGKILL'),
  };
}

function give(stdin: Writable, input: Input): void {
  // One that has ended before it took everything says why in its own way.
  stdin.on('error', () => {});
  stdin.end('bytes' in input ? input.bytes : undefined);
}
