/** Collects the days that no publication covers yet from live lists, and builds a generation with them. */

import { WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { COLLECT_DAYS } from '#data/ingest/procurement/collect.ts';
import { ingestRecent } from '#data/ingest/procurement/parts.ts';
import { progressOn, silent } from '#data/ingest/progress.ts';
import { reportLines } from '#data/ingest/report.ts';
import { createProcurementBlock } from '#data/live/procurement-block.ts';
import { resolveAddresses } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import { openStore } from '#data/store/open.ts';
import { storeSettings } from '#server/config/config.ts';
import { collectLists } from '#server/jobs/collect-procurement.ts';
import { type Command, print, terminal, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Collect the days since the last export from the procurement system.',
  usage: [
    `collect procurement [--days N] [--json]    N: how far back at most (default ${COLLECT_DAYS}); an interrupted run continues where it stopped`,
    'collect procurement … --probe              sends a request though the system has shut us out: after its support has lifted that',
    'collect procurement … --accept-smaller     also if days that are served could not be fetched again',
  ],
  options: {
    days: { type: 'string' },
    json: { type: 'boolean' },
    probe: { type: 'boolean' },
    'accept-smaller': { type: 'boolean' },
  },
  async run({ words, options, config }) {
    if (words[0] !== 'procurement' || words.length > 1) throw new UsageError('Say collect procurement.');
    if (config.country === 'demo' && config.addresses.procurement === undefined)
      throw new UsageError(
        'The demo collects from its own procurement system while it runs; name another with FIRMOTECA_PROCUREMENT_URL.',
      );
    const progress = options.json ? silent : progressOn(terminal().stderr);
    const store = await openStore(storeSettings(config));
    try {
      if (store.generations.current() === null)
        throw new UsageError('There is no dataset yet. Run: npx firmoteca setup');
      if (options.probe) await createProcurementBlock(store.live).probeNow();
      const collected = await collectLists({
        config,
        store,
        address: resolveAddresses(config.addresses).procurement,
        paceMs: sources.procurement.paceMs,
        days: daysOf(options.days),
        progress,
        signal: new AbortController().signal,
        onError: (error) => void terminal().stderr.write(`${error instanceof Error ? error.message : error}\n`),
      });
      const report = await ingestRecent({
        ...store,
        progress,
        accept: { ...WHOLE_ONLY, smaller: options['accept-smaller'] === true },
      });
      if (options.json) print({ ...collected, report });
      else print([...collected.problems, `${collected.days} days collected.`, ...reportLines(report)].join('\n'));
      if (collected.blocked !== undefined) terminal().stderr.write(`${collected.blocked}\n`);
      const isComplete = report.parts.every(({ problem }) => problem === null);
      return collected.problems.length === 0 && collected.blocked === undefined && isComplete ? 0 : 1;
    } finally {
      await store.close();
    }
  },
};

function daysOf(text: string | boolean | undefined): number {
  if (text === undefined) return COLLECT_DAYS;
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,3}$/.test(text)) throw new UsageError('--days takes a whole number.');
  return Number(text);
}
