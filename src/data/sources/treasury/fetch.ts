/** Fetches the tax authority's index of treasury accounts, the pages of counties and the lists of treasuries. */
import { type Client, isAnswer } from '#data/sources/client.ts';
import { decodeText } from '#data/sources/lines.ts';
import { orMalformed, unavailable, unusable, type WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { parseIndexPage, type TreasuryLink, type TreasuryLinks, treasuryLinks } from './index-page.ts';
import { treasury } from './source.ts';

export async function fetchTreasuryIndex(client: Client, address: string): Promise<WholeOutcome<TreasuryLinks>> {
  const page = await fetchFile(client, address, 'page');
  return page.outcome === 'found' ? orMalformed(() => parseIndexPage(decodeText(page.value), address)) : page;
}

interface CountyPage {
  bytes: Uint8Array;
  /** The lists that it links to. */
  lists: TreasuryLink[];
}

export async function fetchCountyPage(client: Client, url: string): Promise<WholeOutcome<CountyPage>> {
  const page = await fetchFile(client, url, 'page');
  if (page.outcome !== 'found') return page;
  return orMalformed(() => ({ bytes: page.value, lists: treasuryLinks(decodeText(page.value), url).lists }));
}

export const fetchTreasuryList = (client: Client, url: string): Promise<WholeOutcome<Uint8Array>> =>
  fetchFile(client, url, 'pdf');

async function fetchFile(client: Client, url: string, kind: 'page' | 'pdf'): Promise<WholeOutcome<Uint8Array>> {
  const { userAgent, limits } = treasury;
  const answer = await client.send({ url, userAgent }, limits);
  if (!isAnswer(answer)) return answer;
  if (answer.status === 404 || answer.status === 410) return { outcome: 'notFound' };
  const refusal = unusable(answer);
  if (refusal && (refusal.reason !== 'html' || kind === 'pdf')) return refusal;
  if (answer.status !== 200) return unavailable('rejected', `HTTP ${answer.status}`);
  if (kind === 'pdf' && !Buffer.from(answer.bytes.subarray(0, MAGIC_BYTES)).includes('%PDF-'))
    return unavailable('malformed', 'no PDF document');
  return { outcome: 'found', value: answer.bytes };
}

/** Some PDF writers put bytes before the magic number. */
const MAGIC_BYTES = 1_024;
