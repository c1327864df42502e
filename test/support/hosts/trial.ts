/** The faults of an installation of several hosts under load, and whether it kept the promises of docs/hosts.md. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#test/support/until.ts';
import { SKIPPED_MS } from './front.ts';
import { healthOf, untilAll } from './host-health.ts';
import { type Host, type Installation, PAYEE, startInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { asked } from './request.ts';
import { type Book, type Chapter, lineOf, openBook, unexpected } from './request-log.ts';
import { readsFrom } from './standby-reads.ts';
import { LOOKUPS, PAID_PATH } from './truth.ts';

/** As documented: requests in flight on a killed host may fail, and the front may take this long to stop using it. */
const KILLED_WINDOW_MS = 5_000;
/** Another host is leader by then. */
const TAKEOVER_MS = 30_000;
/** A payment held by a dead host can be sent again after this. */
const HELD_MS = 180_000;
/** Requests a minute of an address without a key, over all hosts, and the tolerance. Low, so that a busy machine can send them in time. */
const LIMIT = 120;
const LIMIT_OFF = 0.01;
/** The log line of a host that has lost Redis. */
const ALONE = 'each host counts limits alone';

export interface TrialExtent {
  companies: number;
  /** The minimum duration of each period. */
  stretchMs: number;
}

export interface Trial {
  chapters: Chapter[];
  /** Broken promises; empty if all were kept. */
  problems: string[];
  figures: string[];
}

export async function trial({ companies, stretchMs }: TrialExtent, say: (line: string) => void): Promise<Trial> {
  const installation = await startInstallation(companies, say);
  const book = openBook();
  const problems: string[] = [];
  const figures: string[] = [];
  try {
    book.begin('first requests', 0);
    const load = await startLoad(installation, book);
    try {
      await faults({ installation, book, problems, stretchMs, say });
    } finally {
      await load.end();
    }
    figures.push(await limitOf(installation, problems));
    problems.push(...(await stored(installation, book, figures)));
  } finally {
    for (const host of installation.hosts)
      if (/unhandled|uncaught/i.test(host.output())) problems.push(`an unhandled error at ${host.name}`);
    await installation.stop();
  }
  for (const chapter of book.chapters)
    for (const { kind, what, at } of unexpected(chapter))
      problems.push(
        `${chapter.name}: ${kind} failed outside the window, at ${Math.round(at - chapter.began)} ms: ${what}`,
      );
  problems.push(...book.wrongs.map((what) => `wrong answer: ${what}`));
  const requests = book.chapters.reduce((sum, { waits }) => sum + waits.length, 0);
  const failed = book.chapters.reduce((sum, { failures }) => sum + failures.length, 0);
  figures.push(
    `${requests} requests, ${failed} of them failed, ${book.wrongs.length} answers differed from those of a single service.`,
  );
  return { chapters: book.chapters, problems, figures };
}

interface Scene {
  installation: Installation;
  book: Book;
  problems: string[];
  stretchMs: number;
  say(line: string): void;
}

async function faults({ installation, book, problems, stretchMs, say }: Scene): Promise<void> {
  const { hosts, standby, redis } = installation;
  const chapter = async (name: string, windowMs: number, act: (own: Chapter) => Promise<void>): Promise<void> => {
    const own = book.begin(name, windowMs);
    const least = sleep(Math.max(stretchMs, windowMs));
    await act(own);
    await least;
    own.ended = performance.now();
    say(lineOf(own));
  };
  /** Where the dataset is read is measured: the hosts count it. */
  const readFrom = async (server: 'standby' | 'primary', own: Chapter): Promise<void> => {
    const found = await readsFrom(installation, server, stretchMs);
    own.note = found.line;
    problems.push(...found.problems);
  };
  await chapter('no fault', 0, (own) => readFrom('standby', own));

  const serving = hosts.find((host) => !host.leads()) as Host;
  await chapter('a service is killed', KILLED_WINDOW_MS, () => serving.kill());
  await chapter('the service is started again', 0, () => serving.start());

  const leader = hosts.find((host) => host.leads()) as Host;
  await chapter('the leader is killed', KILLED_WINDOW_MS, async (own) => {
    const began = performance.now();
    await leader.kill();
    await until('another host is leader', async () => hosts.some((host) => host.leads()), 4 * TAKEOVER_MS);
    const tookMs = performance.now() - began;
    own.note = `another host is leader after ${(tookMs / 1000).toFixed(1)} s`;
    if (tookMs > TAKEOVER_MS) problems.push(`another host became leader only after ${Math.round(tookMs)} ms`);
  });
  await chapter('the old leader is started again', 0, () => leader.start());

  await chapter('the standby is killed', 0, async (own) => {
    await standby.kill();
    await readFrom('primary', own);
  });
  await chapter('the standby is started again', 0, async (own) => {
    await standby.start();
    await readFrom('standby', own);
  });

  const first = await redis.master();
  await untilAll(installation, 'shares limits', ({ limits }) => limits === 'shared');
  await chapter('the master of Redis is killed', 0, async (own) => {
    await first.kill();
    const began = performance.now();
    await redis.masterAfter(first);
    own.note = `the Sentinels name another master after ${((performance.now() - began) / 1000).toFixed(1)} s`;
    await untilAll(installation, 'shares limits again', ({ limits }) => limits === 'shared');
    own.note += `, and all hosts share limits after ${((performance.now() - began) / 1000).toFixed(1)} s`;
  });
  await chapter('the old master is started again', 0, () => first.start());

  const { generation: before } = await healthOf(serving, installation.key);
  await chapter('every service is restarted in turn, with a new generation', 0, async (own) => {
    await installation.rebuild();
    for (const host of hosts) {
      await host.stop();
      await host.start();
      // As docs/hosts.md says: with three quick restarts nginx would skip all hosts at once.
      await sleep(SKIPPED_MS + 1_000);
    }
    const took = await untilAll(installation, 'serves the new generation', ({ generation }) => generation !== before);
    own.note = `all hosts serve the new generation ${took} after the last start`;
    const served = new Set(
      (await Promise.all(hosts.map((host) => healthOf(host, installation.key)))).map(({ generation }) => generation),
    );
    if (served.size !== 1) problems.push(`hosts serve several generations: ${[...served]}`);
  });
  await chapter('after all faults', 0, (own) => readFrom('standby', own));
}

async function limitOf(installation: Installation, problems: string[]): Promise<string> {
  const lost = (): number => installation.hosts.reduce((sum, host) => sum + host.output().split(ALONE).length, 0);
  let admitted = 0;
  // On a busy machine a host with late answers of Redis rightly counts alone for a moment and admits more requests.
  for (let last = 1, before = -1; last <= 5 && before !== lost(); last++) {
    await untilAll(installation, 'shares limits', ({ limits }) => limits === 'shared');
    before = lost();
    admitted = await admittedOf(installation, `127.1.5.${last}`);
  }
  if (Math.abs(admitted - LIMIT) > LIMIT * LIMIT_OFF) problems.push(`the limit admitted ${admitted} of ${LIMIT}`);
  return `One address sent ${3 * LIMIT} requests to the three hosts: ${admitted} were admitted, with a limit of ${LIMIT} a minute.`;
}

/** For a new address; the front distributes its requests over the hosts. */
async function admittedOf({ front }: Installation, from: string): Promise<number> {
  let [admitted, sent] = [0, 0];
  const caller = async (): Promise<void> => {
    while (sent++ < 3 * LIMIT) if ((await asked(front.origin, PAID_PATH, {}, from)).status !== 429) admitted++;
  };
  await Promise.all(Array.from({ length: 6 }, caller));
  return admitted;
}

/** Checks that confirmed changes are visible on every host, that payments with an unknown outcome get an answer, and that none was charged twice. */
async function stored({ front, hosts, chain }: Installation, book: Book, figures: string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { key } of book.keys)
    for (const host of hosts) {
      const { status } = await asked(host.origin, LOOKUPS[0] ?? '', { 'x-api-key': key });
      if (status !== 200) problems.push(`a created key gives ${status} at ${host.name}`);
    }
  figures.push(`${book.keys.length} keys were created; ${problems.length} of them were refused by a host at the end.`);

  for (const payment of book.unanswered)
    await until(
      'an interrupted payment is answered',
      async () => (await asked(front.origin, PAID_PATH, payment)).status === 200,
      HELD_MS,
    );
  const [first] = await pricesOf(front.origin);
  const paid = BigInt(book.paid + book.unanswered.length);
  const received = await chain.balanceOf(PAYEE);
  figures.push(
    `${paid} requests were paid for, ${book.unanswered.length} of them sent again after a host died; ${received} units were received.`,
  );
  if (first === undefined || received !== paid * first)
    problems.push(`${received} units were received for ${paid} requests at ${first}`);
  return problems;
}

async function pricesOf(origin: string): Promise<bigint[]> {
  const { headers } = await asked(origin, PAID_PATH, {});
  const offer = JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString());
  return offer.accepts.map(({ amount }: { amount: string }) => BigInt(amount));
}
