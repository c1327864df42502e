/** Liveness and readiness for whoever runs the service: open to all, and telling nothing but that. */
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import type { Reply } from './reply.ts';
import type { Router } from './router.ts';
import type { Handler } from './server.ts';

/** A store that has not answered a question this small by then is not ready. */
const ANSWER_MS = 2_000;
/** Whoever asks more often than this is told the same again: the probe is open to all, and must cost the store nothing. */
const KEPT_MS = 500;

export function addProbes(router: Router<Handler>, ready: (whole: boolean) => Promise<boolean>): void {
  const say = (status: number, text: string): Reply => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  });
  const isReady = kept(() => withinTime(ready(false)));
  const isWhole = kept(() => withinTime(ready(true)));
  router.add('GET', '/livez', () => say(200, 'alive'));
  router.add('GET', '/readyz', async ({ query }) => {
    if (!new URLSearchParams(query).has('whole')) return (await isReady()) ? say(200, 'ready') : say(503, 'not ready');
    return (await isWhole()) ? say(200, 'whole') : say(503, 'not whole yet');
  });
}

function kept(ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (performance.now() - askedAt >= KEPT_MS) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}

async function withinTime(answer: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const end = afterLoopTime(ANSWER_MS, () => late.resolve(false));
  try {
    return await Promise.race([answer, late.promise]);
  } catch {
    return false;
  } finally {
    end();
  }
}
