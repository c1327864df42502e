/** Faults of the state's web services, switched while they run. */
import { addDays, type Day } from '#lib/values/date.ts';
import { type Answer, html, json, plain } from './answer.ts';
import { CP1250 } from './write-text.ts';

export const interfaces = ['anaf', 'bilant', 'bnr', 'ckan', 'press', 'treasury', 'sicap', 'trust'] as const;
export type Interface = (typeof interfaces)[number];

export const faultKinds = {
  slow: 'The right answer, after delayMs.',
  down: 'The connection is reset without an answer.',
  http500: 'Status 500 with a plain text.',
  http429: 'Status 429 with Retry-After.',
  rejected: 'The firewall’s HTML page in a 200.',
  truncated: 'The first half of the right answer.',
  charset: 'The right answer in cp1250 under a UTF-8 header.',
  empty: 'Status 200 with no body.',
  status404: 'The right answer under status 404.',
  plainText: 'A sentence in a 200 where JSON was promised.',
  errorCode: 'JSON in a 200 whose cod is not 200.',
  missing: 'Every second entry is left out of the answer.',
  rotated: 'The entries come in another order.',
  moved: 'A redirect to the HTML home page.',
} as const;

/** Faults of procurement lists. */
const listFaultKinds = {
  http403: 'Status 403, as for a caller whose Referer is missing.',
  blocked: 'Status 403 with the page for addresses that are shut out.',
  emptyList: 'Nothing in it, in a 200: how a block looks.',
  searchTooLong: 'The search was given up.',
  repeatedPage: 'The first page, whichever was asked for.',
  filtersIgnored: 'Rows of any day, whichever was asked for.',
} as const;

/** Faults of the company service. */
const companyFaultKinds = {
  otherDay: 'The answer about the day after the one that was asked for.',
} as const;

/** Faults of document files. */
const fileFaultKinds = {
  brokenOff: 'All bytes are promised, half are sent, then the connection ends.',
  wrongBytes: 'As many bytes as promised, and some of them others.',
  cookieLost: 'The system has forgotten every session: links of before open nothing.',
  linksEnded: 'Every link of before has run out.',
} as const;

export interface Fault {
  kind:
    | keyof typeof faultKinds
    | keyof typeof listFaultKinds
    | keyof typeof companyFaultKinds
    | keyof typeof fileFaultKinds;
  /** Ends after this many requests. Without it and `forMs` the fault lasts until it is cleared. */
  requests?: number;
  /** Ends after this time. */
  forMs?: number;
  /** Waits before answering, whatever the kind. */
  delayMs?: number;
  retryAfterSeconds?: number;
}

export interface Faults {
  /** Appends to the queue: a fault starts when the one before it ends. */
  add(on: Interface, fault: Fault): void;
  /** Delayed requests continue at once. */
  clear(on?: Interface): void;
  /** Resolves after the time, or when the fault is cleared. */
  wait(on: Interface, ms: number): Promise<void>;
  list(): Record<Interface, Fault[]>;
  /** The fault of the current request; counts the request. */
  next(on: Interface): Fault | null;
}

export function createFaults(now: () => number = Date.now): Faults {
  const queues = new Map<Interface, { fault: Fault; remaining: number; startedAt: number | null }[]>();
  const queueOf = (on: Interface) => queues.getOrInsertComputed(on, () => []);
  const waiters = new Map<Interface, Set<() => void>>();
  return {
    add: (on, fault) =>
      void queueOf(on).push({ fault, remaining: fault.requests ?? Number.POSITIVE_INFINITY, startedAt: null }),
    clear(on) {
      for (const each of on ? [on] : interfaces) {
        queues.delete(each);
        for (const resume of waiters.get(each) ?? []) resume();
      }
    },
    async wait(on, ms) {
      const over = Promise.withResolvers<void>();
      const resolvers = waiters.getOrInsertComputed(on, () => new Set());
      resolvers.add(over.resolve);
      const timer = setTimeout(over.resolve, ms).unref();
      await over.promise;
      clearTimeout(timer);
      resolvers.delete(over.resolve);
    },
    list: () =>
      Object.fromEntries(interfaces.map((on) => [on, queueOf(on).map(({ fault }) => fault)])) as Record<
        Interface,
        Fault[]
      >,
    next(on) {
      const queue = queueOf(on);
      for (let first = queue[0]; first; first = queue[0]) {
        first.startedAt ??= now();
        const expired = first.fault.forMs !== undefined && now() >= first.startedAt + first.fault.forMs;
        if (!expired && first.remaining > 0) {
          first.remaining -= 1;
          return first.fault;
        }
        queue.shift();
      }
      return null;
    },
  };
}

/** The request as the faulty source understands it. */
export function distortRequest(body: string, fault: Fault | null): string {
  if (fault?.kind === 'otherDay') {
    const questions = JSON.parse(body) as { cui: number; data: Day }[];
    return JSON.stringify(questions.map(({ cui, data }) => ({ cui, data: addDays(data, 1) })));
  }
  if (fault?.kind !== 'repeatedPage' && fault?.kind !== 'filtersIgnored') return body;
  const request = JSON.parse(body || '{}') as Record<string, unknown>;
  const { pageIndex, pageSize, sortProperties } = request;
  return JSON.stringify(
    fault.kind === 'repeatedPage' ? { ...request, pageIndex: 0 } : { pageIndex, pageSize, sortProperties },
  );
}

/** As F5 firewalls word it, seen in front of the tax authority. */
export const rejectionPage = (): Answer =>
  html(
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your ' +
      'administrator.<br><br>Your support ID is: 4190771384602615587<br><br><a href="javascript:history.back();">[Go Back]</a></body></html>',
  );

/** The answer after the fault; null resets the connection. */
export const disturb = (answer: Answer, fault: Fault): Answer | null => effects[fault.kind](answer, fault);

type Effect = (answer: Answer, fault: Fault) => Answer | null;

const unchanged: Effect = (answer) => answer;
/** A published file has no bytes here: the server truncates it. */
const onBytes =
  (change: (body: Buffer) => Partial<Answer>): Effect =>
  (answer) =>
    Buffer.isBuffer(answer.body) ? { ...answer, ...change(answer.body) } : answer;

const effects: Record<Fault['kind'], Effect> = {
  slow: unchanged,
  otherDay: unchanged,
  repeatedPage: unchanged,
  filtersIgnored: unchanged,
  cookieLost: unchanged,
  linksEnded: unchanged,
  brokenOff: onBytes((body) => ({ cutAt: Math.floor(body.length / 2) })),
  wrongBytes: onBytes((body) => ({ body: garble(body) })),
  down: () => null,
  http500: () => plain('Internal Server Error', 500),
  http429: (_, { retryAfterSeconds = 1 }) => tooMany(retryAfterSeconds),
  http403: () => plain('Forbidden', 403),
  blocked: () => blockPage(),
  emptyList: () => json({ total: 0, items: [], searchTooLong: false }),
  searchTooLong: () => json({ total: 0, items: [], searchTooLong: true }),
  rejected: () => rejectionPage(),
  truncated: onBytes((body) => ({ body: body.subarray(0, body.length / 2) })),
  charset: onBytes((body) => ({ body: cp1250(body) })),
  empty: (answer) => ({ ...answer, body: Buffer.alloc(0) }),
  status404: (answer) => ({ ...answer, status: 404 }),
  plainText: () => plain('Serviciul este temporar indisponibil. Va rugam sa reveniti.'),
  errorCode: () => json({ cod: 500, message: 'Eroare interna de procesare' }),
  missing: (answer) => withEntries(answer, (entries) => entries.filter((_, i) => i % 2 === 1)),
  rotated: (answer) =>
    withEntries(answer, (entries) => [...entries.slice(entries.length / 2), ...entries.slice(0, entries.length / 2)]),
  moved: () => ({ status: 302, headers: { location: '/' }, body: Buffer.alloc(0) }),
};

const tooMany = (retryAfterSeconds: number): Answer => {
  const answer = plain('Too Many Requests', 429);
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } };
};

/** The lists in answers: companies, the indicators of a balance sheet, rows of procurement. */
function withEntries(answer: Answer, change: (entries: unknown[]) => unknown[]): Answer {
  if (!Buffer.isBuffer(answer.body)) return answer;
  const body = JSON.parse(answer.body.toString() || '{}') as { found?: unknown[]; i?: unknown[]; items?: unknown[] };
  if (body.found) body.found = change(body.found);
  if (body.i) body.i = change(body.i);
  if (body.items) body.items = change(body.items);
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}

/** Some bytes in the middle are others. */
const garble = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  for (let i = middle; i < Math.min(middle + 32, bytes.length); i++) other[i] = (other[i] ?? 0) ^ 0xff;
  return other;
};

/** A letter outside the charset becomes its lower byte. */
const cp1250 = (utf8: Buffer): Buffer =>
  Buffer.from(Array.from(utf8.toString(), (letter) => CP1250[letter] ?? letter.charCodeAt(0) % 256));

/** As it was reported in September 2026. */
const blockPage = (): Answer => {
  const page = html(
    '<!DOCTYPE html><html lang="ro"><head><title>Acces restricționat</title></head><body><h1>Accesul de la adresa dumneavoastră IP a fost restricționat</h1><p>Pentru deblocare, contactați echipa de suport, menționând adresa IP publică și ora.</p></body></html>',
    403,
  );
  return { ...page, headers: { ...page.headers, server: 'SICAP' } };
};

export function controlFaults(faults: Faults, method: string, path: string, body: string): Answer {
  const name = path.slice('/_faults/'.length);
  const on = interfaces.find((each) => each === name);
  if (name !== '' && !on)
    return json({ error: `There is no interface ${name}; there are ${interfaces.join(', ')}.` }, 404);
  if (method === 'DELETE') faults.clear(on);
  else if (method === 'POST' || method === 'PUT') {
    const fault = readFault(body);
    if (!on || !fault) {
      const kinds = Object.entries(KINDS).map(([kind, meaning]) => `${kind}: ${meaning}`);
      return json(
        {
          error: 'POST a fault to one interface, or PUT it in place of the others.',
          interfaces,
          fields: FIELDS,
          kinds,
        },
        400,
      );
    }
    if (method === 'PUT') faults.clear(on);
    faults.add(on, fault);
  } else if (method !== 'GET') return json({ error: 'GET, POST, PUT or DELETE' }, 405);
  return json(faults.list());
}

const KINDS = { ...faultKinds, ...listFaultKinds, ...companyFaultKinds, ...fileFaultKinds };
const FIELDS = ['requests', 'forMs', 'delayMs', 'retryAfterSeconds'] as const;

function readFault(body: string): Fault | null {
  let input: Record<string, unknown>;
  try {
    input = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof input?.kind !== 'string' || !(input.kind in KINDS)) return null;
  const fault: Fault = { kind: input.kind as Fault['kind'] };
  for (const field of FIELDS) {
    const value = input[field];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) return null;
    fault[field] = value;
  }
  return fault;
}
