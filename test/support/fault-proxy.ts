/** A proxy to a server with faults: connections dropped, refused or left without an answer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { resetConnection } from '#lib/values/reset-connection.ts';

export interface Way {
  /** The same address through the proxy. */
  through(url: string): string;
  /** Closes every open connection, as a router that loses its state; new ones work. */
  drop(): void;
  /** Closes every connection, also new ones. */
  close(): void;
  /** Connections are accepted and never answered, even after `open`. */
  silence(): void;
  /** The same as soon as a client sends this text. */
  silenceOn(text: string): void;
  open(): void;
  /** The maximum of concurrent connections so far. */
  most(): number;
  stop(): Promise<void>;
}

export async function wayTo(url: string): Promise<Way> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let most = 0;
  let state: 'open' | 'closed' | 'silent' = 'open';
  let silentOn: string | null = null;
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'closed') return void resetConnection(near);
    const far = connect(Number(port), hostname);
    const pair = { near, far };
    pairs.add(pair);
    most = Math.max(most, pairs.size);
    far.on('error', () => near.destroy());
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.on('close', () => near.destroy());
    if (state === 'silent') return void near.resume();
    near.on('data', (chunk) => {
      if (silentOn !== null && chunk.includes(silentOn)) silence();
    });
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const drop = (): void => {
    for (const { near } of pairs) resetConnection(near);
  };
  const silence = (): void => {
    state = 'silent';
    for (const { near, far } of pairs) {
      far.unpipe(near);
      near.unpipe(far);
      near.resume();
      far.resume();
    }
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
    silence,
    silenceOn(text) {
      silentOn = text;
    },
    open() {
      state = 'open';
    },
    most: () => most,
    async stop() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
