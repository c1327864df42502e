/** CPU profiles of the threads of a measured process, as shares by cause: modules of the project, node's HTTP and sockets, engine. */
import { Session } from 'node:inspector/promises';
import type { Findings } from './table.ts';

interface Frame {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

interface Profile {
  nodes: Frame[];
  samples: number[];
  timeDeltas: number[];
}

/** Microseconds by cause. */
export type Shares = Record<string, number>;

/** A thread that waits for work in a blocking call answers nothing, and is left out. */
const ANSWER_MS_MAX = 3_000;

/** Profiles this thread and every worker thread of it. The returned function ends that and reports the busiest thread. */
export async function startProfile(): Promise<() => Promise<Shares>> {
  const session = new Session();
  session.connect();
  const threads: string[] = [];
  const answers = new Map<number, (result: { profile?: Profile }) => void>();
  let sent = 0;
  const post = (sessionId: string, method: string): Promise<{ profile?: Profile }> =>
    new Promise((resolve) => {
      const id = ++sent;
      answers.set(id, resolve);
      setTimeout(() => resolve({}), ANSWER_MS_MAX);
      void session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) });
    });
  session.on('NodeWorker.attachedToWorker', ({ params }) => threads.push(params.sessionId));
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, result } = JSON.parse(params.message);
    answers.get(id)?.(result ?? {});
    answers.delete(id);
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  for (const method of ['Profiler.enable', 'Profiler.start'])
    await Promise.all(threads.map((thread) => post(thread, method)));
  return async () => {
    const { profile: own } = (await session.post('Profiler.stop')) as unknown as { profile: Profile };
    const others = await Promise.all(threads.map(async (thread) => (await post(thread, 'Profiler.stop')).profile));
    await session.post('NodeWorker.disable');
    session.disconnect();
    const all = [own, ...others].flatMap((profile) => (profile ? [sharesOf(profile)] : []));
    return all.reduce((one, other) => (busy(other) > busy(one) ? other : one));
  };
}

const busy = (shares: Shares): number => Object.values(shares).reduce((sum, one) => sum + one, 0);

function sharesOf({ nodes, samples, timeDeltas }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const shares: Shares = {};
  for (const [i, id] of samples.entries()) {
    let frame = byId.get(id);
    if (frame?.callFrame.functionName === '(idle)') continue;
    while (frame && causeOf(frame) === null) frame = byId.get(parents.get(frame.id) ?? -1);
    const cause = (frame && causeOf(frame)) ?? 'engine';
    shares[cause] = (shares[cause] ?? 0) + (timeDeltas[i + 1] ?? 0);
  }
  return shares;
}

/** Sockets, HTTP and the loop of node; its other functions count for their caller. */
const NODE =
  /^node:(?:_http|net|events|timers|internal\/(?:http|streams|stream_base|timers|process|async_hooks|net|js_stream|webstreams|fs\/streams))/;

/** Null: the frame counts for its caller. */
function causeOf({ callFrame: { functionName, url } }: Frame): string | null {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'engine';
  if (NODE.test(url)) return 'node:http, sockets, streams';
  const [, own] = /\/(?:src|dist)\/((?:lib|data|domain|platform|transports)\/[^/]+|api|server)/.exec(url) ?? [];
  if (own) return own;
  const [, packaged] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packaged) return packaged;
  return url.includes('/locales/') ? 'locales' : null;
}

const CAUSES_MAX = 12;

/** The shares of measured work by cause, largest first. */
export function causesTable(
  name: string,
  title: string,
  measured: readonly { ask: string; shares: Shares }[],
): Findings {
  const share = (shares: Shares, cause: string): number => (100 * (shares[cause] ?? 0)) / busy(shares);
  const mean = (cause: string): number => measured.reduce((sum, { shares }) => sum + share(shares, cause), 0);
  const causes = [...new Set(measured.flatMap(({ shares }) => Object.keys(shares)))].sort((a, b) => mean(b) - mean(a));
  const shown = causes.slice(0, CAUSES_MAX);
  return {
    name: `${name}-causes`,
    title: `${title}: share of the CPU by cause, in per cent`,
    columns: ['cause', ...measured.map(({ ask }) => ask)],
    rows: [
      ...shown.map((cause) => [cause, ...measured.map(({ shares }) => share(shares, cause))]),
      [
        'others',
        ...measured.map(({ shares }) => causes.slice(CAUSES_MAX).reduce((sum, cause) => sum + share(shares, cause), 0)),
      ],
    ],
    remarks: ['From samples of the serving thread; functions of the engine and most of node count for their caller.'],
  };
}
