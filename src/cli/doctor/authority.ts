/** Samples of the tax authority's web site: its press releases and its lists of treasury accounts. */

import { assertUnderstood, WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { decodeText } from '#data/sources/lines.ts';
import { fetchPressFile } from '#data/sources/press/press-file.ts';
import { fetchReleases } from '#data/sources/press/releases-page.ts';
import { sources } from '#data/sources/sources.ts';
import { parseCountyPage } from '#data/sources/treasury/county-page.ts';
import { fetchCountyPage, fetchTreasuryIndex, fetchTreasuryList } from '#data/sources/treasury/fetch.ts';
import { parseIbanList } from '#data/sources/treasury/iban-list.ts';
import { createPdfReader, type PdfReader } from '#lib/readers/pdf/text.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { daysBetween } from '#lib/values/date.ts';
import { differs, found, notAnswered, type Result, type Sample, type SampleContext, wrongShape } from './sources.ts';

/** The authority publishes every week, and less in August. */
const RELEASE_DAYS_MAX = 60;

const withReader = async (use: (reader: PdfReader) => Promise<Result>, runs = false): Promise<Result> => {
  const reader = createPdfReader({ runs });
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
};

const lacking = (outcome: Exclude<WholeOutcome<unknown>, { outcome: 'found' }>, what: string): Result =>
  outcome.outcome === 'unavailable' ? notAnswered(outcome) : differs(`there is no ${what}`);

export const samplePress = async ({ client, addresses, today }: SampleContext): Promise<Sample> => ({
  source: sources.press.title,
  address: addresses.press,
  expected: 'links to releases on static.anaf.ro, and the newest of them as a PDF',
  ...(await withReader(async (reader) => {
    const page = await fetchReleases(client, addresses.press);
    if (page.outcome !== 'found') return lacking(page, 'page of releases');
    const [newest] = page.value;
    if (!newest) return differs('a page without releases');
    const day = newest.publishedAt.slice(0, 10);
    const files = { base: addresses.pressFiles, reader, pictureReader: reader };
    const file = await fetchPressFile(files, newest.url, { pictures: false });
    if (file.outcome !== 'found') return lacking(file, `file at ${newest.url}`);
    const { pages, waiting, problem } = file.value;
    const content = problem ?? `${pages} pages${waiting ? ', scanned' : ''}`;
    const late = daysBetween(day, today) > RELEASE_DAYS_MAX ? [`the newest release is of ${day}`] : [];
    return found(`${page.value.length} releases, the newest of ${day} (${content})`, late);
  })),
});

export const sampleTreasury = async ({ client, addresses }: SampleContext): Promise<Sample> => ({
  source: sources.treasury.title,
  address: addresses.treasury,
  expected: 'pages of counties with their treasuries, and a PDF of IBANs for each of them',
  ...(await withReader(async (reader) => {
    const index = await fetchTreasuryIndex(client, addresses.treasury);
    if (index.outcome !== 'found') return lacking(index, 'index of counties');
    const { counties, lists } = index.value;
    const [county] = counties;
    if (!county) return differs(`${lists.length} lists and no page of a county`);
    const page = await fetchCountyPage(client, county.url);
    if (page.outcome !== 'found') return lacking(page, `page at ${county.url}`);
    const [list] = page.value.lists;
    if (!list) return differs(`${county.name} links to no list`);
    const file = await fetchTreasuryList(client, list.url);
    if (file.outcome !== 'found') return lacking(file, `list at ${list.url}`);
    const reading = await reader.read(file.value);
    if ('problem' in reading) return differs(`${list.name} cannot be read: ${reading.problem}`);
    try {
      const units = parseCountyPage(decodeText(page.value.bytes), county.name);
      const { accounts, ibans } = parseIbanList(reading.text, list.name, reading.runs);
      assertUnderstood(list.name, { rows: ibans, understood: accounts.length }, WHOLE_ONLY);
      return found(
        `${counties.length} counties, ${units.length} treasuries in the first, ${accounts.length} IBANs of one`,
      );
    } catch (error) {
      if (error instanceof WrongShape) return wrongShape(error);
      throw error;
    }
  }, true)),
});
