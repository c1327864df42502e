/** A port of the loopback that nobody listens on, for a program that must be told one. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to whoever names none, who might get it before the program has it, or while it is away. */
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
