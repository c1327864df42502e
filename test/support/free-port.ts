/** A free port of the loopback, for a program that needs a port number. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of automatic ports, which another program might get before the start or during a restart. */
const [FIRST, BEHIND] = [10_240, 32_768];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEHIND);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') return false;
        throw error;
      },
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
