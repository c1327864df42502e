/** A proxy between a service and its Redis that becomes another server while sockets are open, as after a change of address. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ChangingServer {
  /** The address for the service. */
  url: string;
  /** From now on the answer to every command, on existing and new sockets. */
  answer(output: string): void;
  /** From now on the answer to this command; all others go to the server behind. */
  answerTo(word: string, output: string): void;
  /** Redis again, for sockets opened from now on. */
  beRedis(): void;
  /** The number of sockets opened so far. */
  opened(): number;
  stop(): void;
}

/** `url`: the Redis behind it, without TLS. */
export async function startChanging(url: string): Promise<ChangingServer> {
  const { port, hostname: host } = new URL(url);
  const sockets = new Set<Socket>();
  let opened = 0;
  let instead: { word: string; output: string } | null = null;
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
      else socket.write(instead.output.repeat(text.match(/^\*[0-9]/gm)?.length ?? 1));
    });
    behind.pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: url.replace(`${host}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    answer: (output) => (instead = { word: '', output }),
    answerTo: (word, output) => (instead = { word, output }),
    beRedis: () => (instead = null),
    opened: () => opened,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
