/** One connection to Redis or Valkey that comes back by itself: commands are sent together and answered in order. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { encodeCommand, RedisError, type RedisReply, replyReader } from './resp.ts';

/** A caller waits for his count; whoever answers later than this is taken for gone. */
const REPLY_MS = 500;
/** How often it is looked whether an answer is late. */
const LOOK_MS = 100;
const RETRY_MS = { first: 100, most: 5_000 };

export interface RedisConnection {
  isUp(): boolean;
  /** Rejected when the connection is down or is lost, the answer is an error, or does not come in time. */
  call(...words: (string | number)[]): Promise<RedisReply>;
  close(): void;
}

export interface RedisEvents {
  /** Runs on every new connection before it counts as up. */
  prepare(call: RedisConnection['call']): Promise<unknown>;
  onUp(): void;
  onDown(error: Error): void;
}

/** `url`: `redis://user:password@host:6379/0`, or `rediss://` with TLS. */
export function connectRedis(url: string, { prepare, onUp, onDown }: RedisEvents): RedisConnection {
  let socket: Socket | null = null;
  let up = false;
  let closed = false;
  let retryMs = RETRY_MS.first;
  let retry: NodeJS.Timeout | undefined;
  let unsent = '';
  let waiting: Waiting[] = [];

  const call: RedisConnection['call'] = (...words) => {
    const { promise, resolve, reject } = Promise.withResolvers<RedisReply>();
    if (!socket) return Promise.reject(new Error('Redis is not connected.'));
    waiting.push({ resolve, reject, since: performance.now() });
    // All commands of one turn of the event loop leave in one packet.
    if (unsent === '') setImmediate(send);
    unsent += encodeCommand(words);
    return promise;
  };

  const send = (): void => {
    socket?.write(unsent);
    unsent = '';
  };

  const answer = (reply: RedisReply): void => {
    const first = waiting.shift();
    if (reply instanceof RedisError) first?.reject(reply);
    else first?.resolve(reply);
  };

  const open = (): void => {
    const opened = dial(url);
    const read = replyReader();
    let reason = new Error('Redis closed the connection.');
    socket = opened;
    unsent = '';
    opened.on('data', (chunk: Buffer) => {
      try {
        for (const reply of read(chunk)) answer(reply);
      } catch (error) {
        opened.destroy(error as Error);
      }
    });
    opened.on('error', (error) => (reason = error));
    opened.on('close', () => lose(reason));
    introduce(url, call)
      .then(() => prepare(call))
      .then(() => {
        up = true;
        retryMs = RETRY_MS.first;
        onUp();
      })
      .catch((error) => opened.destroy(error));
  };

  const lose = (error: Error): void => {
    up = false;
    socket = null;
    for (const { reject } of waiting) reject(error);
    waiting = [];
    if (closed) return;
    onDown(error);
    retry = setTimeout(open, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS.most);
  };

  const look = setInterval(() => {
    const [first] = waiting;
    if (!first || performance.now() - first.since <= REPLY_MS) return;
    // A thread that was busy itself has the answer lying there: it is read before this is asked again.
    setImmediate(() => {
      if (waiting[0] === first) socket?.destroy(new Error(`Redis did not answer within ${REPLY_MS} ms.`));
    });
  }, LOOK_MS).unref();

  open();
  return {
    isUp: () => up,
    call: (...words) =>
      call(...words).catch((error) => {
        // Scripts that are gone, a replica that may not write: a new connection finds out whether it works again.
        if (error instanceof RedisError) socket?.destroy(error);
        throw error;
      }),
    close() {
      closed = true;
      clearInterval(look);
      clearTimeout(retry);
      socket?.destroy();
    },
  };
}

interface Waiting {
  resolve(reply: RedisReply): void;
  reject(error: Error): void;
  since: number;
}

function dial(url: string): Socket {
  const { protocol, hostname, port } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379), noDelay: true };
  const socket = protocol === 'rediss:' ? connectTls({ ...place, servername: place.host }) : connect(place);
  return socket.unref();
}

async function introduce(url: string, call: RedisConnection['call']): Promise<void> {
  const { username, password, pathname } = new URL(url);
  if (password !== '')
    await call('AUTH', ...(username === '' ? [] : [decodeURIComponent(username)]), decodeURIComponent(password));
  if (pathname.length > 1) await call('SELECT', pathname.slice(1));
}
