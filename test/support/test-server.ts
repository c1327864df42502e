/** A server of ours on a free port of this machine, for tests over real sockets. */
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { httpServer, type Observe, type ServerLimits } from '#transports/http/server.ts';

export interface Listening {
  origin: string;
  port: number;
  /** What was logged as our own fault. */
  faults: unknown[];
  close(): Promise<void>;
}

export async function listening(
  router: Router<Handler>,
  observe: Observe | null = null,
  limits: Partial<ServerLimits> = {},
): Promise<Listening> {
  const faults: unknown[] = [];
  const server = httpServer(
    router,
    { access: null, error: (error) => faults.push(error) },
    observe,
    // No proxy stands before it that still sends on connections it has kept.
    { lingerMs: 0, ...limits },
  );
  const { port } = await server.listen(0, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, port, faults, close: server.close };
}
