/** A load generator: keep-alive connections over raw sockets, each sending its next request after the answer. */
import { connect } from 'node:net';

export interface Ask {
  /** Requested in turn. */
  paths: string[];
  /** Entity tags of the answers to the paths, sent to get 304. */
  etags?: string[];
  /** Number of callers without a key, behind a proxy that sends their addresses, instead of callers with keys. */
  strangers?: number;
  /** An invalid key that these callers send. */
  wrongKey?: string;
  /** Messages of agents to each path, posted with the keys as tokens, with their headers. */
  messages?: Message[];
  /** Replaces the headers that request JSON. */
  headers?: string[];
  /** The expected status of every answer. Default: 200. */
  status?: number;
}

export interface Message {
  headers: string[];
  body: string;
}

export interface Burst extends Ask {
  port: number;
  /** Each connection uses one for a while. */
  keys: string[];
  requests: number;
  connections: number;
  /** Whether to poll for answers once a millisecond, see `doze`. */
  dozing: boolean;
}

export interface BurstDone {
  seconds: number;
  bytes: number;
  /** Times from the request to the last byte of the answer, shortest first. */
  waitsMs: number[];
}

process.on('message', (burst: Burst) => {
  run(burst).then(
    (done) => process.send?.(done),
    (error) => {
      throw error;
    },
  );
});

/** Both continue across bursts, so that every path and caller has its turn before the first one returns. */
let turn = 0;
let callers = 0;
/** A connection sends the key of one caller; another one follows before an agent reaches its limit of sixty calls a minute. */
const REQUESTS_OF_CALLER = 25;

async function run(burst: Burst): Promise<BurstDone> {
  const { port, requests, connections, dozing, status = 200 } = burst;
  let requested = 0;
  let bytes = 0;
  const waitsMs: number[] = [];
  const next = (caller: number): string | null => (requested++ < requests ? textOf(burst, turn++, caller) : null);
  const started = performance.now();
  const stop = dozing ? doze() : () => {};
  const received = (length: number): void => {
    bytes += length;
  };
  const answered = (ms: number): void => {
    waitsMs.push(ms);
  };
  await Promise.all(Array.from({ length: connections }, () => converse({ port, status, next, received, answered })));
  stop();
  const seconds = (performance.now() - started) / 1000;
  return { seconds, bytes, waitsMs: waitsMs.sort((a, b) => a - b) };
}

function textOf(burst: Burst, number: number, caller: number): string {
  return burst.messages ? postOf(burst, burst.messages, number, caller) : getOf(burst, number, caller);
}

function postOf({ port, paths, keys }: Burst, messages: Message[], number: number, caller: number): string {
  const { headers, body } = messages[number % messages.length] as Message;
  const lines = [`POST ${paths[0]} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers];
  lines.push(`authorization: Bearer ${keys[caller % keys.length]}`, `content-length: ${body.length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function getOf(
  { port, paths, etags, keys, strangers, wrongKey, headers = ['accept: application/json'] }: Burst,
  number: number,
  caller: number,
): string {
  const turn = number % paths.length;
  const lines = [`GET ${paths[turn]} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers];
  if (strangers === undefined) lines.push(`x-api-key: ${keys[caller % keys.length]}`);
  else lines.push(`x-forwarded-for: ${addressOf(number % strangers)}`);
  if (wrongKey !== undefined) lines.push(`x-api-key: ${wrongKey}`);
  if (etags) lines.push(`if-none-match: ${etags[turn]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const addressOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

const DOZE_MS = 1;

/**
 * A write of the server wakes a caller on this machine that waits for its socket, which costs the server CPU, and the slower
 * server more often. Remote callers cost a server nothing like it, so this caller sleeps where no write can wake it.
 */
function doze(): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let next = setImmediate(function sleep() {
    Atomics.wait(cell, 0, 0, DOZE_MS);
    next = setImmediate(sleep);
  });
  return () => clearImmediate(next);
}

/** One connection, which sends the next request after the complete answer to the previous one. */
function converse({ port, status, next, received, answered }: Conversation): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let missing = 0;
  let requested = 0;
  let asked = 0;
  let caller = 0;
  const ask = (): void => {
    if (asked++ % REQUESTS_OF_CALLER === 0) caller = callers++;
    const text = next(caller);
    if (text === null) return void socket.end();
    missing = -1;
    requested = performance.now();
    socket.write(text, 'latin1');
  };
  socket.on('connect', ask);
  socket.on('data', (chunk: Buffer) => {
    received(chunk.length);
    missing = missing < 0 ? restOf(chunk, status) : missing - chunk.length;
    if (missing !== 0) return;
    answered(performance.now() - requested);
    ask();
  });
  socket.on('error', reject);
  socket.on('close', () => resolve());
  return promise;
}

interface Conversation {
  port: number;
  status: number;
  next(caller: number): string | null;
  received(bytes: number): void;
  answered(ms: number): void;
}

/** Bytes of the answer after the first packet, which contains the whole head; a 304 has no length. */
function restOf(chunk: Buffer, status: number): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end < 0 ? chunk.length : end);
  const length = /\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? (status === 304 ? 0 : undefined);
  if (end < 0 || length === undefined || !head.startsWith(`HTTP/1.1 ${status}`))
    throw new Error(`An unexpected answer: ${head.slice(0, 300)}`);
  return end + 4 + Number(length) - chunk.length;
}
