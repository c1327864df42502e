/** CPU profiles of the threads of a measured process, as shares by cause: modules of the project, node's HTTP and sockets, engine. */
import { Session } from 'node:inspector/promises';

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

export interface Shares {
  /** Microseconds by module. */
  causes: Record<string, number>;
  /** Microseconds by function, without the functions that it calls. */
  functions: Record<string, number>;
}

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

const busy = ({ causes }: Shares): number => Object.values(causes).reduce((sum, one) => sum + one, 0);

function sharesOf({ nodes, samples, timeDeltas }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const shares: Shares = { causes: {}, functions: {} };
  const add = (sums: Record<string, number>, name: string, time: number): void => {
    sums[name] = (sums[name] ?? 0) + time;
  };
  const parentOf = ({ id }: Frame): Frame | undefined => byId.get(parents.get(id) ?? -1);
  for (const [i, id] of samples.entries()) {
    const time = timeDeltas[i + 1] ?? 0;
    const leaf = byId.get(id);
    if (!leaf || leaf.callFrame.functionName === '(idle)') continue;
    let frame: Frame | undefined = leaf;
    while (frame && causeOf(frame) === null) frame = parentOf(frame);
    add(shares.causes, (frame && causeOf(frame)) ?? 'engine', time);
    let named: Frame | undefined = leaf;
    while (named && named.callFrame.url === '' && !named.callFrame.functionName.startsWith('('))
      named = parentOf(named);
    const within = named && named !== leaf ? ` in ${nameOf(named)}` : '';
    add(shares.functions, `${nameOf(leaf)}${within}`, time);
  }
  return shares;
}

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: Frame): string =>
  `${functionName || '(anonymous)'} ${url.replace(/^.*\/(?=src\/|node_modules\/|bench\/)/, '')}:${lineNumber + 1}`;

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
