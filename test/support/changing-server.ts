/** Stands between a service and its Redis, and turns into something else while sockets are open, as a proxy or an address that moved does. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ChangingServer {
  /** As a service is told of it. */
  url: string;
  /** From now on every command is answered by this, whatever it asks, on sockets that are there and on new ones. */
  answer(output: string): void;
  /** From now on what is asked for this is answered so, and everything else by the server behind. */
  answerTo(word: string, output: string): void;
  /** It is Redis again, for sockets that are opened from now on. */
  beRedis(): void;
  /** Sockets that were opened to it so far. */
  opened(): number;
  stop(): void;
}

/** `url`: of the Redis behind it, without TLS. */
export async function startChanging(url: string): Promise<ChangingServer> {
  const { port, hostname: host } = new URL(url);
  const sockets = new Set<Socket>();
  let opened = 0;
  let instead: { word: string; said: string } | null = null;
  const server = createServer((socket) => {
    opened++;
    const behind = connect({ port: Number(port), host });
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        behind.destroy();
      });
    }
    socket.on('data', (requested) => {
      const text = requested.toString('latin1');
      if (instead === null || !text.includes(instead.word)) behind.write(requested);
      else socket.write(instead.said.repeat(text.match(/^\*[0-9]/gm)?.length ?? 1));
    });
    behind.pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: url.replace(`${host}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    answer: (output) => (instead = { word: '', said: output }),
    answerTo: (word, output) => (instead = { word, said: output }),
    beRedis: () => (instead = null),
    opened: () => opened,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
