/** The project’s HTTP server on a free local port, for tests over real sockets. */
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { httpServer, type Observe, type ServerLimits } from '#transports/http/server.ts';

export interface Listening {
  origin: string;
  port: number;
  /** Logged server errors. */
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
    // Without a proxy that would still send on kept-alive connections. Other tests on the machine make requests late.
    { lingerMs: 0, rush: { rushMs: Number.POSITIVE_INFINITY, refusedMs: 0 }, ...limits },
  );
  const { port } = await server.listen(0, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, port, faults, close: server.close };
}
