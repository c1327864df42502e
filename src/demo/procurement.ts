/** The demo's quarter that is not exported yet: asked of its procurement system day by day, as a live installation does over time. */
import { COLLECT_DAYS, type Covered, collect } from '#ingest/procurement/collect.ts';
import type { Progress } from '#ingest/progress.ts';
import { country } from '#simulate/country.ts';
import { serveCountry } from '#simulate/server.ts';
import { createClient } from '#sources/client.ts';
import { createSite } from '#sources/procurement/site/site.ts';
import { realClock } from '#sources/retry.ts';
import type { Database } from '#store/database.ts';
import type { DemoConfig, DemoCountry } from './settings.ts';

export async function collectDemo(
  { settings, folder }: DemoCountry,
  { today }: DemoConfig,
  live: Database,
  covered: Covered,
  progress: Progress,
): Promise<void> {
  const server = await serveCountry(country(settings), { folder, host: '127.0.0.1', port: 0, today });
  try {
    const { problems } = await collect({
      // The simulated country asks for no patience.
      site: createSite({ client: createClient(), address: server.address, turn: async () => {}, clock: realClock }),
      live,
      today: today(),
      covered,
      days: COLLECT_DAYS,
      progress,
    });
    if (problems.length > 0) throw new Error(`The demo's procurement system failed: ${problems.join(' ')}`);
  } finally {
    await server.close();
  }
}
