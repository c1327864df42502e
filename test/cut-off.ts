/** A way to a server that can be cut: connections dropped, refused, or left hanging without a word. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Way {
  /** The same address by this way. */
  through(url: string): string;
  /** Every connection that is open ends at once, as when a router forgets them; new ones get through. */
  drop(): void;
  /** Nobody gets through; who tries is cut off. */
  close(): void;
  /** Connections are taken and kept, and nothing ever comes back on them, not even when others get through again. */
  silence(): void;
  open(): void;
  stop(): Promise<void>;
}

export async function wayTo(url: string): Promise<Way> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let state: 'open' | 'closed' | 'silent' = 'open';
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'closed') return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    const pair = { near, far };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.on('close', () => near.destroy());
    if (state === 'silent') return void near.resume();
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const drop = (): void => {
    for (const { near } of pairs) near.resetAndDestroy();
  };
  return {
    through(target) {
      const changed = new URL(target);
      changed.port = String(address.port);
      return changed.href;
    },
    drop,
    close() {
      state = 'closed';
      drop();
    },
    silence() {
      state = 'silent';
      for (const { near, far } of pairs) {
        far.unpipe(near);
        near.unpipe(far);
        near.resume();
        far.resume();
      }
    },
    open() {
      state = 'open';
    },
    async stop() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
