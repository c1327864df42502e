/** The demo service with control over its live side: failing sources, missing or old observations, and a movable clock. */
import type { Fault, Interface } from '#demo-country/faults.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { runningClock, type SkippingClock } from './fast-clock.ts';

/** The longest pause of the circuit breaker, which exceeds every pause after a fault. */
const LONGEST_PAUSE_MS = 301_000;
const HOUR_MS = 3_600_000;

export interface LiveDemo extends DemoService {
  clock: SkippingClock;
  /** Deletes its observations. */
  forget(cui: string): Promise<void>;
  /** Moves its observations this far into the past. */
  age(cui: string, hours: number): Promise<void>;
  /** Runs the work while a source fails, and lets it recover afterwards. */
  during(on: Interface, fault: Fault, work: () => Promise<void>): Promise<void>;
}

export async function liveDemo(companies = 300): Promise<LiveDemo> {
  const clock = runningClock();
  // Data that a test ages is refreshed by requests only.
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
