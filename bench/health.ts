/** Results of the health operation for a whole country: shares of verdicts, certain zones and companies without a score. */

import { ApiError } from '#api/api-error.ts';
import { clientOf } from '#api/client.ts';
import { offline } from '#data/live/ports.ts';
import type { Health } from '#domain/companies/health/health.ts';
import { verdicts } from '#domain/companies/health/shape.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { installation, openCountry } from './demo-installation.ts';
import type { Findings } from './table.ts';

const FILERS = 'select distinct cui from balance order by cui';

export async function health(companies: number): Promise<Findings[]> {
  const config = installation(companies);
  const store = await openCountry(config);
  try {
    const log = { access: null, error: () => {} };
    const secrets = loadSecrets(config.secretsFile);
    const profile = await profileOf(config, secrets, store);
    const created = await app({ config, secrets, store, live: offline, profile, log });
    const dataset = store.generations.current();
    if (dataset === null) throw new Error('There is no country to look at.');
    const { getHealth } = clientOf(created.declared, await proVisit(dataset));
    const seen: Health[] = [];
    let silent = 0;
    const started = performance.now();
    for await (const { cui } of dataset.db.stream<{ cui: number }>(FILERS)) {
      try {
        const result = await getHealth({ cui: String(cui) });
        if (!result.preview) seen.push(result.data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        silent++;
      }
    }
    await created.close();
    return [table(companies, seen, silent, (performance.now() - started) / seen.length)];
  } finally {
    await store.close();
  }
}

function table(companies: number, seen: readonly Health[], silent: number, ms: number): Findings {
  const row = (name: string, holds: (one: Health) => boolean) => {
    const count = seen.filter(holds).length;
    return [name, count.toLocaleString('en-GB'), `${((count / seen.length) * 100).toFixed(1)} %`];
  };
  const reasons = [...new Set(seen.map(({ altman }) => altman.noScore?.code).filter((code) => code !== undefined))];
  return {
    name: `health-${companies}`,
    title: `Financial health of the ${seen.length.toLocaleString('en-GB')} filers among ${companies.toLocaleString('en-GB')} companies`,
    columns: ['', 'filers', 'share'],
    rows: [
      ...verdicts.map((code) => row(`verdict ${code}`, ({ verdict }) => verdict.code === code)),
      row('zoneCertain true', ({ altman }) => altman.zoneCertain === true),
      row('zoneCertain false', ({ altman }) => altman.zoneCertain === false),
      row('no score', ({ altman }) => altman.zoneCertain === null),
      ...reasons.toSorted().map((code) => row(`no score: ${code}`, ({ altman }) => altman.noScore?.code === code)),
    ],
    remarks: [
      `${silent} more file without being in the registry: only the tax authority knows them, and it is not asked here.`,
      `${ms.toFixed(2)} ms for each, balance sheets read, peers placed and the answer checked.`,
    ],
  };
}
