/**
 * A process that sends requests at times of a seeded schedule, whether earlier ones are answered or not. A latency counts from the time
 * of the schedule to the last byte of the answer, so that a service that stalls cannot hide the requests that would have come meanwhile.
 */
import { connect, type Socket } from 'node:net';
import { pick, random, weighted } from '#demo-country/random.ts';
import { addLatency, type Latencies, noLatencies } from './figures.ts';

export type Caller = 'pro' | 'agent' | 'visitor' | 'stranger';

export interface Kind {
  name: string;
  /** Of the whole mix. */
  share: number;
  caller: Caller;
  /** The right status. */
  status: number;
  requests: { line: string; headers: string[]; body?: string }[];
}

export interface Stretch {
  name: string;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

export interface Order {
  port: number;
  seed: number;
  kinds: Kind[];
  /** Headers that identify the callers of each sort. */
  callers: Record<Caller, string[]>;
  /** One after the other, without a pause. */
  stretches: Stretch[];
  /** Open from the beginning. Default: as many that the service's threads get their share of each. */
  connections?: number;
}

/** Answers to requests of one stretch and one kind. */
export interface KindFigures {
  kind: string;
  caller: Caller;
  sent: number;
  /** By status; `broken`: the connection ended, `none`: no answer in time. */
  outcomes: Record<string, number>;
  latencies: Latencies;
  /** Of answers 429 and 503. */
  shedLatencies: Latencies;
}

/** One second of the schedule. */
export interface SecondFigures {
  stretch: string;
  sent: number;
  served: number;
  shed: number;
  errors: number;
  latencies: Latencies;
}

export interface Done {
  kinds: Record<string, KindFigures[]>;
  seconds: SecondFigures[];
  /** From the time of the schedule to the sending: what this process adds. */
  late: Latencies;
  cpuSeconds: number;
  connections: number;
  /** Of the first errors. */
  samples: string[];
}

const CONNECTIONS = 256;
const CONNECTIONS_MAX = 6_000;
/** A caller gives up after this. */
const PATIENCE_MS = 10_000;
const TICK_MS = 1;
const SAMPLES_MAX = 20;

interface Sent {
  dueAt: number;
  figures: KindFigures;
  second: SecondFigures;
  status: number;
  text: string;
  connection: Connection | null;
  isOver: boolean;
}

process.on('message', (order: Order) => {
  run(order).then(
    (done) => process.send?.(done),
    (error) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());

let turn = 0;

async function run({ port, seed, kinds, callers, stretches, connections = CONNECTIONS }: Order): Promise<Done> {
  const roll = random(seed, turn++, 'load');
  const kindAt = weighted(kinds, ({ share }) => share);
  const samples: string[] = [];
  const late = noLatencies();
  const seconds: SecondFigures[] = [];
  const figures: Record<string, KindFigures[]> = {};
  const idle: Connection[] = [];
  const waiting: Sent[] = [];
  /** In the order of the schedule. */
  const patient: Sent[] = [];
  let open = 0;
  let most = 0;
  let pending = 0;

  const over = (sent: Sent, outcome: string, sample: string): void => {
    if (sent.isOver) return;
    sent.isOver = true;
    pending--;
    const { figures: kind, second, status, dueAt } = sent;
    kind.outcomes[outcome] = (kind.outcomes[outcome] ?? 0) + 1;
    const ms = performance.now() - dueAt;
    if (outcome === '429' || outcome === '503') {
      second.shed++;
      addLatency(kind.shedLatencies, ms);
    } else if (outcome === String(status)) {
      second.served++;
      addLatency(second.latencies, ms);
      addLatency(kind.latencies, ms);
    } else {
      second.errors++;
      if (samples.length < SAMPLES_MAX) samples.push(`${kind.kind}: ${outcome} ${sample}`);
    }
  };
  const events = {
    answered(sent: Sent, outcome: string, head: string): void {
      over(sent, outcome, outcome === String(sent.status) ? '' : head);
    },
    free(connection: Connection): void {
      const next = nextWaiting();
      if (next) begin(connection, next);
      else idle.push(connection);
    },
    closed(connection: Connection, sent: Sent | null): void {
      open--;
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
      if (sent) over(sent, 'broken', '');
      const next = nextWaiting();
      if (next) send(next);
    },
  };
  const nextWaiting = (): Sent | undefined => {
    let next = waiting.shift();
    while (next?.isOver) next = waiting.shift();
    return next;
  };
  const begin = (connection: Connection, sent: Sent): void => {
    sent.connection = connection;
    connection.send(sent);
  };
  const opened = (): Connection => {
    open++;
    most = Math.max(most, open);
    return new Connection(port, events);
  };
  const send = (sent: Sent): void => {
    // In turn: a caller of their own for every request would find the threads as evenly loaded.
    const connection = idle.shift() ?? (open < CONNECTIONS_MAX ? opened() : null);
    if (connection) begin(connection, sent);
    else waiting.push(sent);
  };
  const giveUp = (now: number): void => {
    for (let first = patient[0]; first; first = patient[0]) {
      if (!first.isOver && now - first.dueAt < PATIENCE_MS) return;
      patient.shift();
      if (first.isOver) continue;
      over(first, 'none', first.connection?.state ?? 'waiting');
      first.connection?.cut();
    }
  };

  for (let i = 0; i < connections; i++) idle.push(opened());
  const cpu = process.cpuUsage();
  const began = performance.now();
  let stretchBegan = 0;
  for (const stretch of stretches) {
    const { name, rate, seconds: length } = stretch;
    const own = new Map<string, KindFigures>(
      kinds.map(({ name: kind, caller }) => [
        kind,
        { kind, caller, sent: 0, outcomes: {}, latencies: noLatencies(), shedLatencies: noLatencies() },
      ]),
    );
    figures[name] = [...own.values()];
    const first = seconds.length;
    for (let i = 0; i < Math.ceil(length); i++)
      seconds.push({ stretch: name, sent: 0, served: 0, shed: 0, errors: 0, latencies: noLatencies() });
    let nextMs = stretchBegan + gap(roll(), rate);
    const endMs = stretchBegan + length * 1_000;
    while (nextMs < endMs) {
      const now = performance.now() - began;
      giveUp(now + began);
      for (; nextMs <= now && nextMs < endMs; nextMs += gap(roll(), rate)) {
        const kind = kindAt(roll());
        const kindFigures = own.get(kind.name) as KindFigures;
        const second = seconds[first + Math.floor((nextMs - stretchBegan) / 1_000)] as SecondFigures;
        kindFigures.sent++;
        second.sent++;
        pending++;
        const sent: Sent = {
          dueAt: began + nextMs,
          figures: kindFigures,
          second,
          status: kind.status,
          text: textOf(kind, port, pick(kind.requests, roll()), pick(callers[kind.caller], roll())),
          connection: null,
          isOver: false,
        };
        addLatency(late, performance.now() - sent.dueAt);
        patient.push(sent);
        send(sent);
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    stretchBegan = endMs;
  }
  while (pending > 0) {
    giveUp(performance.now());
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of idle.splice(0)) connection.cut();
  return { kinds: figures, seconds, late, cpuSeconds: (user + system) / 1e6, connections: most, samples };
}

const gap = (roll: number, rate: number): number => (-Math.log(1 - roll) / rate) * 1_000;

function textOf({ caller }: Kind, port: number, request: Kind['requests'][number], identity: string): string {
  const { line, headers, body } = request;
  const lines = [line, `host: 127.0.0.1:${port}`, ...headers, identity];
  if (caller === 'visitor' || caller === 'pro') lines.push('accept-encoding: gzip, deflate, br, zstd');
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

interface Events {
  answered(sent: Sent, outcome: string, head: string): void;
  free(connection: Connection): void;
  closed(connection: Connection, sent: Sent | null): void;
}

/** One request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly #events: Events;
  #sent: Sent | null = null;
  #outcome = '';
  #head = '';
  /** The service closes the connection behind this answer. */
  #isLast = false;
  /** Bytes that are still to come; -1 before the head, Infinity for chunks, whose end shows. */
  #missing = -1;

  constructor(port: number, events: Events) {
    this.#events = events;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes));
    // `close` follows.
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      const sent = this.#sent;
      this.#sent = null;
      events.closed(this, sent);
    });
  }

  send(sent: Sent): void {
    this.#sent = sent;
    this.#missing = -1;
    this.#socket.write(sent.text);
  }

  get state(): string {
    return `${this.#outcome} ${this.#missing} ${this.#socket.connecting} ${this.#head} ${this.#sent?.text}`;
  }

  cut(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#missing < 0) {
      const end = bytes.indexOf('\r\n\r\n');
      const head = bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
      this.#outcome = head.slice(9, 12);
      this.#isLast = /\r\nconnection: close/i.test(head);
      const length = /\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1];
      // The service sends its heads whole.
      this.#missing =
        length !== undefined
          ? Number(length) - (bytes.length - end - 4)
          : /\r\ntransfer-encoding: chunked/i.test(head)
            ? Number.POSITIVE_INFINITY
            : 0;
      this.#head = this.#outcome === String(this.#sent?.status) ? '' : bytes.toString('latin1', 0, 600);
    } else this.#missing -= bytes.length;
    const isOver = this.#missing === Number.POSITIVE_INFINITY ? endsChunks(bytes) : this.#missing <= 0;
    if (!isOver || !this.#sent) return;
    const sent = this.#sent;
    this.#sent = null;
    this.#events.answered(sent, this.#outcome, this.#head);
    if (this.#isLast) this.cut();
    else this.#events.free(this);
  }
}

const endsChunks = (bytes: Buffer): boolean => bytes.toString('latin1', Math.max(0, bytes.length - 5)) === '0\r\n\r\n';
