/** The demo's quarter that is not exported yet: asked of its procurement system day by day, as a live installation does over time. */
import { COLLECT_DAYS, type Covered, collect } from '#data/ingest/procurement/collect.ts';
import type { Progress } from '#data/ingest/progress.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { realClock } from '#data/sources/retry.ts';
import type { Database } from '#data/store/database.ts';
import { country } from '#demo-country/country.ts';
import { serveCountry } from '#demo-country/server.ts';
import type { DemoConfig, DemoPublications } from '#server/demo-port.ts';

export async function collectDemo(
  { settings, folder }: DemoPublications,
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
