/** The open handles of a test process, from the diagnostic report that it writes on a signal. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './processes.ts';

const REPORT_MS_MAX = 10_000;
const POLL_MS = 100;

/** Command-line flags instead of NODE_OPTIONS, which processes started by a test would inherit. */
export const reportFlags = (file: string): string[] => [
  '--report-on-signal',
  '--report-signal=SIGUSR2',
  `--report-directory=${dirname(file)}`,
  `--report-filename=${basename(file)}`,
  '--report-compact',
  '--report-exclude-network',
  '--report-exclude-env',
];

type Endpoint = { host: string; port: number } | string | null;

interface Handle {
  type: string;
  is_active: boolean;
  is_referenced?: boolean;
  localEndpoint?: Endpoint;
  remoteEndpoint?: Endpoint;
  fd?: number;
  pid?: number;
  filename?: string;
  signal?: string;
  firesInMsFromNow?: number;
}

/** Lines about a process started with these flags: each handle that keeps its main thread alive, and its other threads. */
export async function openHandles(pid: number, file: string): Promise<string[]> {
  send(pid, 'SIGUSR2');
  for (const deadline = performance.now() + REPORT_MS_MAX; performance.now() < deadline; await sleep(POLL_MS)) {
    const report = reportIn(file);
    if (report === null) continue;
    const open = report.libuv.filter(({ is_active, is_referenced }) => is_active && is_referenced);
    const threads = report.workers.length;
    return ['Open in its process:', ...open.map((each) => `  ${lineOf(each)}`)].concat(
      threads > 0 ? [`  ${threads} worker ${threads === 1 ? 'thread' : 'threads'}`] : [],
    );
  }
  return [`It wrote no report: its event loop does not turn. State of its main thread: ${stateOf(pid)}.`];
}

/** Null until the report is complete. */
function reportIn(file: string): { libuv: Handle[]; workers: unknown[] } | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { libuv: Handle[]; workers: unknown[] };
  } catch {
    return null;
  }
}

function lineOf({ type, localEndpoint, remoteEndpoint, ...more }: Handle): string {
  const parts = [
    localEndpoint && nameOf(localEndpoint),
    remoteEndpoint && `to ${nameOf(remoteEndpoint)}`,
    !localEndpoint && !remoteEndpoint && more.fd !== undefined && `descriptor ${more.fd}`,
    more.pid !== undefined && `${more.pid}: ${commandOf(more.pid)}`,
    more.filename ?? more.signal,
    more.firesInMsFromNow !== undefined && `due in ${more.firesInMsFromNow} ms`,
  ];
  return [type, ...parts.filter(Boolean)].join(' ');
}

const nameOf = (endpoint: NonNullable<Endpoint>): string =>
  typeof endpoint === 'string' ? endpoint : `${endpoint.host}:${endpoint.port}`;

const commandOf = (pid: number): string => proc(pid, 'cmdline').replaceAll('\0', ' ').trim() || 'has ended';
/** As the kernel reports it: `R (running)`, `S (sleeping)`. */
const stateOf = (pid: number): string => /^State:\s*(.*)$/m.exec(proc(pid, 'status'))?.[1] ?? 'has ended';

function proc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
