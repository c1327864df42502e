/**
 * The computed part: where every company stands by turnover, profit and employees, each year, in the nation, its county and
 * its activity; what they make together; and how its peers' ratios are spread. What a filing says that cannot be is unknown by
 * then (companies/balances/charts.ts) and takes no rank. Year by year, so that memory holds one year of the country.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import { companyRank, rankingsTables, rankSize } from '#domain/companies/tables.ts';
import { advancedTables, marketYear, marketYearTables } from '#domain/statistics/tables.ts';
import { filingsCount, filingsOf, gatherFilers } from './filings.ts';
import { marketYearRows } from './market-years.ts';
import { gatherPeers } from './peers.ts';
import { ranksOf } from './ranks.ts';

/** Needs the registry and the finances beside it. */
export async function loadRankings(part: PartBuild): Promise<void> {
  await part.execute(rankingsTables + advancedTables + marketYearTables);
  const years = await part.db.all<{ year: number }>('select distinct year from balance order by year');
  for (const { year } of years) await rankYear(part, year);
}

async function rankYear(part: PartBuild, year: number): Promise<void> {
  const size = await filingsCount(part.db, year);
  const gathered = gatherFilers(year, size);
  const peers = gatherPeers(year, size);
  for await (const filing of filingsOf(part.db, year)) {
    gathered.note(filing);
    peers.note(filing);
  }
  const filers = gathered.filers();
  const ranks = ranksOf(filers);
  await part.load(companyRank, ranks.companies());
  await part.load(rankSize, ranks.sizes);
  await part.load(marketYear, marketYearRows(filers));
  await peers.load(part);
}
