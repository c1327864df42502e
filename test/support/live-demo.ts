/** The demo service with its live side in hand: sources that fail at will, records that were never observed or long ago, time that is put forward. */
import type { Fault, Interface } from '#demo-country/faults.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { runningClock, type SkippingClock } from './fast-clock.ts';

/** The longest pause of the breaker, and more than any rest that a fault asks for. */
const LONGEST_PAUSE_MS = 301_000;
const HOUR_MS = 3_600_000;

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
  // What a test ages is asked for by callers only.
  const service = await demoService(null, companies, clock);
  const { live } = service.store;
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
