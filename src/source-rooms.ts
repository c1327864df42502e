/**
 * Every source as one room: what it is, who asks for it, who reads what it says, who brings it into the dataset, who keeps it
 * fresh while the service runs, and how the doctor looks at it. Start here; each name leads to its file. Directions of imports
 * stay as they are: ingest, live and the doctor import sources, sources import none of them, and only this table imports all.
 */
import { samplePress, sampleTreasury } from '#doctor/authority.ts';
import { sampleProcurementFile, sampleProcurementList } from '#doctor/procurement.ts';
import { sampleBalanceFile, sampleCatalogue, sampleRegistryFile } from '#doctor/publications.ts';
import { type Sample, type SampleNeeds, sampleBalance, sampleCompany, sampleRates } from '#doctor/sources.ts';
import { loadDebts } from '#ingest/debts.ts';
import { loadFinances } from '#ingest/finances.ts';
import { loadGazette } from '#ingest/gazette.ts';
import { collect } from '#ingest/procurement/collect.ts';
import { makeProcurement, makeRecent } from '#ingest/procurement/parts.ts';
import { listings } from '#ingest/publication-listings.ts';
import { loadRates } from '#ingest/rates.ts';
import { loadShareholders } from '#ingest/shareholders.ts';
import { makeRegistry } from '#ingest/snapshots.ts';
import { importTreasuries } from '#ingest/treasury.ts';
import { downloadTreasuries } from '#ingest/treasury-download.ts';
import { startPressRefresher } from '#live/press-refresher.ts';
import { startRatesRefresher } from '#live/rates-refresher.ts';
import { createRefresher } from '#live/refresher.ts';
import { fetchBalance, parseBalance } from '#sources/anaf/balance.ts';
import { parseLegend, readBalances } from '#sources/anaf/balance-files.ts';
import { findBalances } from '#sources/anaf/balance-publications.ts';
import { fetchCompanies, parseCompanies } from '#sources/anaf/company.ts';
import { fetchRates, parseRates } from '#sources/bnr/rates.ts';
import { parseSearch, parseShow, searchDatasets, showDataset } from '#sources/ckan/catalog.ts';
import { readGazette } from '#sources/gazette/import.ts';
import { readIssue } from '#sources/gazette/issue.ts';
import { gazette } from '#sources/gazette/source.ts';
import { readShareholders } from '#sources/import/shareholders.ts';
import { shareholders, taxDebts } from '#sources/import/source.ts';
import { readTaxDebts } from '#sources/import/tax-debts.ts';
import { findRegistry } from '#sources/onrc/publications.ts';
import { registryFiles } from '#sources/onrc/registry.ts';
import { createPdfReader } from '#sources/pdf/text.ts';
import { fetchPressFile } from '#sources/press/press-file.ts';
import { fetchReleases, parseReleases } from '#sources/press/releases-page.ts';
import { findProcurement } from '#sources/procurement/exports/publications.ts';
import { readExport } from '#sources/procurement/exports/read.ts';
import { readReports } from '#sources/procurement/reports.ts';
import { contractsAwarded } from '#sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#sources/procurement/site/notices.ts';
import { purchasesFinalized } from '#sources/procurement/site/purchases.ts';
import { createSite } from '#sources/procurement/site/site.ts';
import { supplierReports } from '#sources/procurement/source.ts';
import type { Source } from '#sources/source.ts';
import { sources } from '#sources/sources.ts';
import { parseCountyPage } from '#sources/treasury/county-page.ts';
import { fetchCountyPage, fetchTreasuryIndex, fetchTreasuryList } from '#sources/treasury/fetch.ts';
import { parseIbanList } from '#sources/treasury/iban-list.ts';
import { parseIndexPage } from '#sources/treasury/index-page.ts';

type Named = Readonly<Record<string, object>>;

export interface Room {
  source: Source;
  /** Null where an operator brings the file. */
  fetch: Named | null;
  read: Named;
  /** Null where it is only asked live. */
  ingest: Named | null;
  /** Null where it stays as it was published until the next ingest. */
  refresh: Named | null;
  sample: ((needs: SampleNeeds) => Promise<Sample>) | null;
}

/** In the order in which the doctor looks at them. */
export const sourceRooms: Record<keyof typeof sources | BroughtSource, Room> = {
  anafCompany: {
    source: sources.anafCompany,
    fetch: { fetchCompanies },
    read: { parseCompanies },
    ingest: null,
    refresh: { createRefresher },
    sample: sampleCompany,
  },
  anafBalance: {
    source: sources.anafBalance,
    fetch: { fetchBalance },
    read: { parseBalance },
    ingest: null,
    refresh: { createRefresher },
    sample: sampleBalance,
  },
  bnr: {
    source: sources.bnr,
    fetch: { fetchRates, listed: listings['set of exchange rates'] },
    read: { parseRates },
    ingest: { loadRates },
    refresh: { startRatesRefresher },
    sample: sampleRates,
  },
  catalogue: {
    source: sources.catalogue,
    fetch: { searchDatasets, showDataset },
    read: { parseSearch, parseShow },
    ingest: null,
    refresh: null,
    sample: sampleCatalogue,
  },
  onrc: {
    source: sources.onrc,
    fetch: { findRegistry, listed: listings['trade registry'] },
    read: registryFiles,
    ingest: { makeRegistry },
    refresh: null,
    sample: sampleRegistryFile,
  },
  balanceFiles: {
    source: sources.balanceFiles,
    fetch: { findBalances, listed: listings['set of balance sheets'] },
    read: { parseLegend, readBalances },
    ingest: { loadFinances },
    refresh: null,
    sample: sampleBalanceFile,
  },
  press: {
    source: sources.press,
    fetch: { fetchReleases },
    read: { parseReleases },
    ingest: null,
    refresh: { startPressRefresher },
    sample: samplePress,
  },
  pressFiles: {
    source: sources.pressFiles,
    fetch: { fetchPressFile },
    read: { createPdfReader },
    ingest: null,
    refresh: { startPressRefresher },
    // The newest file is looked at with the page that links to it.
    sample: null,
  },
  treasury: {
    source: sources.treasury,
    fetch: { downloadTreasuries, fetchTreasuryIndex, fetchCountyPage, fetchTreasuryList },
    read: { parseIndexPage, parseCountyPage, parseIbanList },
    // Into a file of its own that the service reads at its start.
    ingest: { importTreasuries },
    refresh: null,
    sample: sampleTreasury,
  },
  procurementExports: {
    source: sources.procurementExports,
    fetch: { findProcurement, listed: listings['set of procurement exports'] },
    read: { readExport },
    ingest: { makeProcurement },
    refresh: null,
    sample: sampleProcurementFile,
  },
  procurementLists: {
    source: sources.procurementLists,
    fetch: { createSite },
    read: { noticesPublished, contractsAwarded, purchasesFinalized, directAwardsPublished },
    ingest: { makeRecent },
    refresh: { collect },
    sample: sampleProcurementList,
  },
  supplierReports: brought(supplierReports, { readReports }, { makeProcurement }),
  gazette: brought(gazette, { readGazette, readIssue }, { loadGazette }),
  shareholders: brought(shareholders, { readShareholders }, { loadShareholders }),
  taxDebts: brought(taxDebts, { readTaxDebts }, { loadDebts }),
};

type BroughtSource = 'supplierReports' | 'gazette' | 'shareholders' | 'taxDebts';

/** A file that an operator brings in a format of ours. */
function brought(source: Source, read: Named, ingest: Named): Room {
  return { source, fetch: null, read, ingest, refresh: null, sample: null };
}
