/** Liveness and readiness for whoever runs the service: open to all, and telling nothing but that. */
import type { Reply } from './reply.ts';
import type { Router } from './router.ts';
import type { Handler } from './server.ts';

export function addProbes(router: Router<Handler>, ready: () => boolean): void {
  const say = (status: number, text: string): Reply => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  });
  router.add('GET', '/livez', () => say(200, 'alive'));
  router.add('GET', '/readyz', () => (ready() ? say(200, 'ready') : say(503, 'starting')));
}
