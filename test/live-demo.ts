/** The demo service with its live side in hand: sources that fail at will, records that were never observed or long ago, time that is put forward. */
import type { Fault, Interface } from '#simulate/faults.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { runningClock, type SkippingClock } from './fast-clock.ts';
import { until } from './until.ts';

/** The longest pause of the breaker, and more than any rest that a fault asks for. */
const LONGEST_PAUSE_MS = 301_000;
const HOUR_MS = 3_600_000;
/** Twice a round, and a rest between them if the first found nobody. */
const WARMED_MS = 120_000;
/** A hundred files at the pace of their source, some of them pictures. */
const PRESS_MS = 300_000;

export interface LiveDemo extends DemoService {
  clock: SkippingClock;
  /** Nothing was ever observed of it. */
  forget(cui: string): Promise<void>;
  /** What was observed of it was observed so long ago. */
  age(cui: string, hours: number): Promise<void>;
  /** Does something while a source misbehaves, and lets it recover afterwards. */
  during(on: Interface, fault: Fault, work: () => Promise<void>): Promise<void>;
}

export async function liveDemo(companies = 300): Promise<LiveDemo> {
  const clock = runningClock();
  let isWarm = false;
  // What a test ages is asked for by callers only: the warmer would refresh it before them.
  const service = await demoService(null, companies, clock, {}, null, () => !isWarm);
  const { live } = service.store;
  await warmed(service);
  isWarm = true;
  const onAll = (cui: string, what: (table: string) => string) =>
    live.write(
      ['fiscal_observation', 'balance_observation', 'merged_document'].map((table) => ({
        sql: what(table),
        params: [Number(cui)],
      })),
    );
  return {
    ...service,
    clock,
    forget: async (cui) => void (await onAll(cui, (table) => `delete from ${table} where cui = $1`)),
    async age(cui, hours) {
      const at = new Date(Date.now() - hours * HOUR_MS).toISOString();
      await onAll(cui, (table) => `update ${table} set fetched_at = '${at}' where cui = $1`);
    },
    async during(on, fault, work) {
      service.simulated.faults.add(on, fault);
      try {
        await work();
      } finally {
        service.simulated.faults.clear();
        clock.skip(LONGEST_PAUSE_MS);
      }
    },
  };
}

/** The warmer has been round the country and rests for hours: from here on only callers ask the source. */
export async function warmed({ store }: Pick<DemoService, 'store'>): Promise<void> {
  const documents = await store.generations.current()?.db.one<{ n: number }>('select count(*) as n from document');
  await until(
    'the warmer got round the country',
    async () => {
      const observed = await store.live.one<{ n: number }>('select count(*) as n from fiscal_observation');
      return observed?.n === documents?.n;
    },
    WARMED_MS,
  );
}

/** Every release of the press has been read, those that are pictures, too: from here on nobody writes of them. */
export const pressRead = ({ store: { live } }: DemoService): Promise<void> =>
  until(
    'the press is read',
    async () =>
      (await live.one('select 1 as found from press_look')) !== null &&
      (await live.one(`select 1 as found from press_release left join press_file on press_file.url = press_release.url
                       where press_file.url is null or press_file.waiting = 1 limit 1`)) === null,
    PRESS_MS,
  );
