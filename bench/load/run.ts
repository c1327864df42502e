/**
 * `npm run load -- [--minutes M] [--companies N] [--seed N]`: the highest rate of a realistic mix that keeps p99 below 25 ms, 80 % of it for M
 * minutes, three times the rate, and half of it while a generation is built and swapped. Every figure of the service is one of
 * `bin/firmoteca serve` over real sockets.
 */
import { fork, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, bucharestDay } from '#lib/values/date.ts';
import { answerOf } from '../servers.ts';
import { type Cell, type Findings, print, save } from '../table.ts';
import { countOf, grouped, joined, percentile, trendOf } from './figures.ts';
import type { Caller, Done, KindFigures, Order, SecondFigures, Stretch } from './generator.ts';
import { people } from './people.ts';
import { type LoadedService, loadedService, PROGRAM } from './service.ts';
import { type Sample, watch } from './watch.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    companies: { type: 'string', default: process.env.FIRMOTECA_COMPANIES ?? '20000' },
    seed: { type: 'string', default: '1' },
    // Skips the search for the highest rate.
    rate: { type: 'string' },
  },
});
const [minutes, companies, seed] = [Number(values.minutes), Number(values.companies), Number(values.seed)];

const P99_MS = 25;
const FIRST_RATE = 100;
const STEP_UP = 1.5;
const HALVINGS = 4;
const STEP_DOWN = 0.9;
const RATE_MIN = 10;
const HOLD_SHARE = 0.8;
const OVERLOAD_TIMES = 3;
const SWAP_SHARE = 0.5;
const STEP_SECONDS = Math.max(5, 1.5 * minutes);
const SETTLE_SECONDS = 2;
/** While the service compiles its code, and reads what is new to it. */
const WARM_UP_SECONDS = Math.max(20, 6 * minutes);
const OVERLOAD_SECONDS = Math.max(10, 6 * minutes);
const AFTER_SECONDS = 20;
/** Consecutive seconds that are as usual. */
const NORMAL_SECONDS = 3;
const NORMAL_WITHIN = 5;
/** Points of a trend, and what a rise must exceed beside the noise: shares of the level, or handles. */
const GROUPS = 20;
const GROWTH = { memory: 0.03, latency: 0.2, handles: 8 };
const SWAP_SECONDS = 5;

const tell = (text: string): void => console.error(`  ${text}`);
const ms = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(value < 10 ? 2 : 1));

const service = await loadedService({ companies, name: 'load' });
const generator = fork(new URL('./generator.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const { pid, port, kinds, callers, cookies, cuis, bank } = service;
const watching = watch(
  {
    service: pid,
    generator: generator.pid as number,
    'chain and facilitator': bank?.pid as number,
    'this script': process.pid,
  },
  service.logFile,
  service.metrics,
);
const others = people({ port, seed, cuis, cookies, bank });

interface Loaded extends Done {
  others: Record<string, KindFigures[]>;
  samples: string[];
  /** Of the processes, while it ran. */
  watched: Sample[];
  began: number;
}

async function load(stretches: readonly Stretch[]): Promise<Loaded> {
  const first = watching.samples.length;
  const began = performance.now();
  generator.send({ port, seed, kinds, callers, stretches: [...stretches] } satisfies Order);
  const [done, changes] = await Promise.all([answerOf<Done>(generator), others.run(stretches)]);
  const samples = [...done.samples, ...others.samples.splice(0)];
  for (const sample of samples.slice(0, 3)) tell(sample.replaceAll(/\s+/g, ' ').slice(0, 500));
  return { ...done, others: changes, samples, watched: watching.samples.slice(first), began };
}

async function* measured(): AsyncGenerator<Findings> {
  tell('warming up');
  await load([{ name: 'warm-up', rate: FIRST_RATE, seconds: WARM_UP_SECONDS }]);
  const highest: { steps: Cell[][]; rate: number } =
    values.rate === undefined ? await highestRate() : { steps: [], rate: Number(values.rate) };
  if (highest.steps.length > 0) yield searchTable(highest.steps, highest.rate);
  yield* await held(highest.rate * HOLD_SHARE);
  yield* await overloaded(highest.rate);
  yield* await swapped(highest.rate * SWAP_SHARE);
}

async function highestRate(): Promise<{ steps: Cell[][]; rate: number }> {
  const steps: Cell[][] = [];
  const keeps = async (rate: number, seconds = STEP_SECONDS): Promise<boolean> => {
    const done = await load([
      { name: 'settle', rate, seconds: SETTLE_SECONDS },
      { name: 'step', rate, seconds },
    ]);
    const { p50, p99, maxMs, errors, shed } = summaryOf(done.seconds.filter(({ stretch }) => stretch === 'step'));
    const shares = sharesOf(done.watched);
    const isKept = p99 < P99_MS && errors === 0 && shed === 0;
    steps.push([
      ...[
        Math.round(rate),
        p50,
        p99,
        maxMs,
        errors,
        shed,
        shares.service,
        shares.generator,
        shares.machine,
        shares[STOLEN],
      ],
      percentile(done.late, 0.99),
      isKept ? 'kept' : 'not kept',
    ]);
    tell(
      steps
        .at(-1)
        ?.map((cell) => (typeof cell === 'number' ? ms(cell) : cell))
        .join('  ') ?? '',
    );
    return isKept;
  };
  // Neighbours on the machine may spoil one step.
  const keepsInTwo = async (rate: number): Promise<boolean> => (await keeps(rate)) || keeps(rate);
  let low = FIRST_RATE / STEP_UP;
  let high = FIRST_RATE;
  for (; await keepsInTwo(high); high *= STEP_UP) low = high;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = Math.sqrt(low * high);
    if (await keepsInTwo(middle)) low = middle;
    else high = middle;
  }
  while (low > RATE_MIN && !(await keeps(low, STEP_SECONDS * 3))) low *= STEP_DOWN;
  return { steps, rate: low };
}

function searchTable(rows: Cell[][], rate: number): Findings {
  return {
    name: 'rate',
    title: `The highest rate with p99 below ${P99_MS} ms: ${Math.round(rate)} requests a second, ${companies.toLocaleString('en-GB')} companies`,
    columns: [
      'rate/s',
      'p50 ms',
      'p99 ms',
      'max ms',
      'errors',
      'shed',
      'service, cores',
      'generator',
      'machine',
      'stolen',
      'late p99 ms',
      '',
    ],
    rows,
    remarks: [
      'Arrivals at random times of a seeded schedule; a latency counts from the time of the schedule to the last byte.',
      'Late: from the time of the schedule to the sending, which is the share of the generator in a latency.',
      `A step of ${STEP_SECONDS} s that fails is repeated once; the last steps are three times as long.`,
      ...MEANINGS,
    ],
  };
}

const MEANINGS = [
  'Shed: an answer 429 or 503. Error: any other wrong status, a broken connection, no answer within 10 s. Paid requests wait for the facilitator and count apart.',
];

interface Summary {
  sent: number;
  served: number;
  shed: number;
  errors: number;
  p50: number;
  p99: number;
  maxMs: number;
}

function summaryOf(seconds: readonly SecondFigures[]): Summary {
  const sum = (of: (second: SecondFigures) => number): number => seconds.reduce((all, second) => all + of(second), 0);
  const latencies = joined(seconds.map((second) => second.latencies));
  return {
    sent: sum(({ sent }) => sent),
    served: sum(({ served }) => served),
    shed: sum(({ shed }) => shed),
    errors: sum(({ errors }) => errors),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    maxMs: latencies.maxMs,
  };
}

/** CPU by process in cores, and of everything on the machine. */
type Shares = Record<string, number> & Record<'service' | 'generator' | 'machine' | typeof STOLEN, number>;
const STOLEN = 'stolen from the machine';

function sharesOf(watched: readonly Sample[]): Shares {
  const [first, last] = [watched[0], watched.at(-1)];
  if (!first || !last || last.at === first.at) return { service: 0, generator: 0, machine: 0, [STOLEN]: 0 };
  const seconds = (last.at - first.at) / 1_000;
  const by = Object.entries(last.cpu).map(([name, cpu]) => [name, (cpu - (first.cpu[name] ?? 0)) / seconds]);
  return {
    ...Object.fromEntries(by),
    machine: (last.busySeconds - first.busySeconds) / seconds,
    [STOLEN]: (last.stolenSeconds - first.stolenSeconds) / seconds,
  } as Shares;
}

const kindRow = (seconds: number, { kind, sent, outcomes, latencies }: KindFigures): Cell[] => [
  kind,
  sent / seconds,
  percentile(latencies, 0.5),
  percentile(latencies, 0.99),
  latencies.maxMs,
  Object.entries(outcomes)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
];
const KIND_COLUMNS = ['requests', 'rate/s', 'p50 ms', 'p99 ms', 'max ms', 'answers'];

async function held(rate: number): Promise<Findings[]> {
  const seconds = minutes * 60;
  const done = await load([{ name: 'hold', rate, seconds }]);
  const all = summaryOf(done.seconds);
  const rows = [...(done.kinds.hold ?? []), ...(done.others.hold ?? [])].map((each) => kindRow(seconds, each));
  const shares = sharesOf(done.watched);
  const errors = all.errors + wrongOf(done.others.hold ?? []);
  const title = `${Math.round(rate)} requests a second for ${minutes} minutes`;
  return [
    {
      name: 'hold',
      title: `${title}, by kind`,
      columns: KIND_COLUMNS,
      rows: [
        ...rows,
        [
          'all but those below the line',
          all.sent / seconds,
          all.p50,
          all.p99,
          all.maxMs,
          `shed: ${all.shed}, errors: ${errors}`,
        ],
      ],
      remarks: [
        `No error: ${errors + all.shed === 0 ? 'reached' : 'missed'}. p99 ${ms(all.p99)} ms: ${all.p99 < P99_MS ? 'below' : 'NOT below'} ${P99_MS} ms.`,
        `CPU in cores: ${Object.entries(shares)
          .map(([name, share]) => `${name} ${share.toFixed(2)}`)
          .join(', ')}. At most ${done.connections} connections.`,
        ...MEANINGS,
      ],
    },
    timeTable(title, done),
  ];
}

const wrongOf = (all: readonly KindFigures[]): number =>
  all.reduce((sum, { sent, latencies, shedLatencies }) => sum + sent - countOf(latencies) - countOf(shedLatencies), 0);

/** Ten periods, and the trends. */
function timeTable(title: string, { seconds, watched, began }: Loaded): Findings {
  const length = seconds.length / 10;
  const rows = Array.from({ length: 10 }, (_, i): Cell[] => {
    const [from, to] = [Math.round(i * length), Math.round((i + 1) * length)];
    const { p50, p99, maxMs } = summaryOf(seconds.slice(from, to));
    const own = watched.filter(({ at }) => at >= began + from * 1_000 && at < began + to * 1_000);
    const last = own.at(-1);
    return [
      `${from} s`,
      ...[p50, p99, maxMs, Math.max(...own.map(({ stallMs }) => stallMs ?? 0))],
      ...[last?.anonymousBytes, last?.residentBytes].map((bytes = Number.NaN) => bytes / 1e6),
      last?.handles ?? Number.NaN,
      (last?.logBytes ?? Number.NaN) / 1e6,
      sharesOf(own).service,
    ];
  });
  const p99s = grouped(
    seconds.map(({ latencies }) => percentile(latencies, 0.99)),
    GROUPS,
  );
  const series = (of: (sample: Sample) => number): number[] => grouped(watched.map(of), GROUPS);
  return {
    name: 'time',
    title: `${title}, by time`,
    columns: [
      'from',
      'p50 ms',
      'p99 ms',
      'max ms',
      'stall ms',
      'anonymous MB',
      'resident MB',
      'handles',
      'log MB',
      'service, cores',
    ],
    rows,
    remarks: [
      verdict(
        'Anonymous memory, MB',
        series(({ anonymousBytes }) => anonymousBytes / 1e6),
        GROWTH.memory,
        0,
      ),
      verdict(
        'File handles',
        series(({ handles }) => handles),
        0,
        GROWTH.handles,
      ),
      verdict('Drift of p99 of a second, ms', p99s, GROWTH.latency, 0),
      'A rise is one whose 95 % interval (slope of Theil and Sen over medians of twentieths) lies above 0, and which exceeds the tolerance. Log: one line per request.',
      'Stall: the longest delay of an event loop of a serving thread, as the service reports it.',
    ],
  };
}

function verdict(what: string, samples: readonly number[], share: number, absolute: number): string {
  const { level, rise, riseAtLeast } = trendOf(samples);
  const grows = riseAtLeast > 0 && rise > level * share + absolute;
  const tolerance = absolute > 0 ? String(absolute) : `${Math.round(share * 100)} %`;
  return `${what}: ${ms(level)}, rise ${rise.toFixed(2)} (at least ${riseAtLeast.toFixed(2)}), tolerance ${tolerance}: ${grows ? 'GROWS' : 'flat'}.`;
}

async function overloaded(rate: number): Promise<Findings[]> {
  const usual = rate * HOLD_SHARE;
  const done = await load([
    { name: 'before', rate: usual, seconds: AFTER_SECONDS / 2 },
    { name: 'overload', rate: rate * OVERLOAD_TIMES, seconds: OVERLOAD_SECONDS },
    { name: 'after', rate: usual, seconds: AFTER_SECONDS },
  ]);
  const own = done.kinds.overload ?? [];
  const rows = Object.entries(Object.groupBy(own, ({ caller }) => CALLERS[caller])).map(
    ([caller, all = []]): Cell[] => {
      const sum = (of: (figures: KindFigures) => number): number => all.reduce((total, each) => total + of(each), 0);
      const served = joined(all.map(({ latencies }) => latencies));
      const shed = joined(all.map(({ shedLatencies }) => shedLatencies));
      const sent = sum((each) => each.sent);
      return [
        caller,
        sent / OVERLOAD_SECONDS,
        countOf(served) / OVERLOAD_SECONDS,
        (100 * countOf(served)) / sent,
        percentile(served, 0.5),
        percentile(served, 0.99),
        (100 * countOf(shed)) / sent,
        percentile(shed, 0.5),
        percentile(shed, 0.99),
        sent - countOf(served) - countOf(shed),
      ];
    },
  );
  const after = done.seconds.filter(({ stretch }) => stretch === 'after');
  const isNormal = ({ latencies, shed, errors }: SecondFigures): boolean =>
    percentile(latencies, 0.99) < P99_MS && shed === 0 && errors === 0;
  const normalAt = after.findIndex((_, i) => {
    const next = after.slice(i, i + NORMAL_SECONDS);
    return next.length === NORMAL_SECONDS && next.every(isNormal);
  });
  const shares = sharesOf(
    done.watched.filter(
      ({ at }) =>
        at > done.began + (AFTER_SECONDS / 2) * 1_000 &&
        at < done.began + (AFTER_SECONDS / 2 + OVERLOAD_SECONDS) * 1_000,
    ),
  );
  const isReached = normalAt >= 0 && normalAt <= NORMAL_WITHIN;
  return [
    {
      name: 'overload',
      title: `Three times the rate, ${Math.round(rate * OVERLOAD_TIMES)} requests a second, for ${OVERLOAD_SECONDS} s, by caller`,
      columns: [
        'caller',
        'sent/s',
        'served/s',
        'served %',
        'p50 ms',
        'p99 ms',
        'shed %',
        'shed p50 ms',
        'shed p99 ms',
        'errors',
      ],
      rows,
      remarks: [
        `Back to normal (three seconds in a row with p99 below ${P99_MS} ms, nothing shed, no error) ${normalAt < 0 ? `not within ${AFTER_SECONDS} s` : `after ${normalAt} s`}: ${isReached ? 'reached' : 'MISSED'} (aim ${NORMAL_WITHIN} s).`,
        `CPU in cores: ${Object.entries(shares)
          .map(([name, share]) => `${name} ${share.toFixed(2)}`)
          .join(
            ', ',
          )}. Sent late by the generator: p99 ${ms(percentile(done.late, 0.99))} ms. At most ${done.connections} connections.`,
        `By kind: ${own.map(({ kind, outcomes }) => `${kind} ${JSON.stringify(outcomes).replaceAll('"', '')}`).join('; ')}.`,
        ...MEANINGS,
      ],
    },
    {
      name: 'recovery',
      title: 'The seconds around the beginning and the end of the overload',
      columns: ['second', 'sent', 'served', 'shed', 'errors', 'p50 ms', 'p99 ms'],
      rows: done.seconds.flatMap((second, i): Cell[][] => {
        const of = i - AFTER_SECONDS / 2;
        if (of < -2 || (of >= 10 && of < OVERLOAD_SECONDS - 3) || of >= OVERLOAD_SECONDS + 8) return [];
        const { sent, served, shed, errors, p50, p99 } = summaryOf([second]);
        return [[`${of} ${second.stretch}`, sent, served, shed, errors, p50, p99]];
      }),
      remarks: [],
    },
  ];
}

const CALLERS: Record<Caller, string> = {
  pro: 'Pro, by key',
  agent: 'Pro, by an agent',
  visitor: 'visitors of pages',
  stranger: 'programs without a key',
};

async function swapped(rate: number): Promise<Findings[]> {
  const seconds = minutes * 60;
  const loading = load([{ name: 'swap', rate, seconds }]);
  const began = performance.now();
  await sleep(seconds * 100);
  const before = await generationOf(service);
  const buildAt = (performance.now() - began) / 1_000;
  const build = spawn('nice', ['-n', '10', PROGRAM, 'ingest'], {
    env: { ...service.env, FIRMOTECA_TODAY: addDays(bucharestDay(Date.now()), 7) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let message = '';
  build.stderr.on('data', (piece) => (message += piece));
  const kill = (): boolean => build.kill('SIGKILL');
  process.once('exit', kill);
  watching.add('build', build.pid as number);
  let builtAt = Number.NaN;
  let code: number | null = null;
  build.once('close', (ended) => {
    builtAt = (performance.now() - began) / 1_000;
    code = ended;
    process.off('exit', kill);
  });
  let swapAt = Number.NaN;
  while ((performance.now() - began) / 1_000 < seconds) {
    await sleep(200);
    if (Number.isNaN(swapAt) && (await generationOf(service)) !== before) swapAt = (performance.now() - began) / 1_000;
  }
  const done = await loading;
  if (Number.isNaN(builtAt)) {
    tell('The build takes longer than this stretch.');
    build.kill('SIGTERM');
  } else if (code !== 0) tell(`The build ended with ${code}: ${message.slice(-500)}`);
  const period = (name: string, from: number, to: number): Cell[] => {
    const { sent, errors, shed, p50, p99, maxMs } = summaryOf(
      done.seconds.slice(Math.max(0, Math.floor(from)), Math.ceil(to)),
    );
    return [name, to - from, sent, p50, p99, maxMs, shed, errors];
  };
  const near: [number, number] = [swapAt - SWAP_SECONDS, swapAt + SWAP_SECONDS];
  const end = Number.isNaN(swapAt) ? seconds : near[1];
  const all = summaryOf(done.seconds);
  const wrong = all.errors + all.shed + wrongOf(done.others.swap ?? []);
  const shares = sharesOf(done.watched);
  return [
    {
      name: 'swap',
      title: `${Math.round(rate)} requests a second for ${minutes} minutes, while a generation is built and swapped`,
      columns: ['period', 'seconds', 'requests', 'p50 ms', 'p99 ms', 'max ms', 'shed', 'errors'],
      rows: [
        period('before the build', 0, buildAt),
        period('while it is built', buildAt, Number.isNaN(swapAt) ? seconds : near[0]),
        ...(Number.isNaN(swapAt)
          ? []
          : [period(`${SWAP_SECONDS} s around the swap`, ...near), period('after the swap', end, seconds)]),
        period('everything', 0, seconds),
      ],
      remarks: [
        `The build took ${ms(builtAt - buildAt)} s with priority 10 lower, and ended with ${code}; the generation was served ${ms(swapAt)} s after the beginning.`,
        `No error: ${wrong === 0 && !Number.isNaN(swapAt) ? 'reached' : 'MISSED'}. CPU in cores: ${Object.entries(
          shares,
        )
          .map(([name, share]) => `${name} ${share.toFixed(2)}`)
          .join(', ')}.`,
        ...MEANINGS,
      ],
    },
  ];
}

async function generationOf({ metrics }: LoadedService): Promise<string> {
  return /^firmoteca_info\{.*generation="([^"]*)"/m.exec(await metrics())?.[1] ?? '';
}

try {
  for await (const findings of measured()) {
    const named = { ...findings, name: `load-${companies}-${findings.name}` };
    print(named);
    save(named);
  }
} finally {
  watching.stop();
  generator.disconnect();
  await service.stop();
}
