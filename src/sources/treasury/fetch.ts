/** Asking the tax authority for its index of treasury accounts, the pages of counties and the lists of treasuries. */
import { type Client, isAnswer } from '#sources/client.ts';
import { decodeText } from '#sources/lines.ts';
import { unavailable, unusable, type WholeOutcome } from '#sources/outcome.ts';
import { WrongShape } from '#sources/shape.ts';
import { sources } from '#sources/source.ts';
import { parseIndexPage, type TreasuryLinks } from './index-page.ts';

export async function fetchTreasuryIndex(client: Client, address: string): Promise<WholeOutcome<TreasuryLinks>> {
  const page = await fetchTreasuryPage(client, address);
  if (page.outcome !== 'found') return page;
  try {
    return { outcome: 'found', value: parseIndexPage(decodeText(page.value), address) };
  } catch (error) {
    if (error instanceof WrongShape) return unavailable('malformed', error.message);
    throw error;
  }
}

export const fetchTreasuryPage = (client: Client, url: string): Promise<WholeOutcome<Uint8Array>> =>
  fetchFile(client, url, 'page');

export const fetchTreasuryList = (client: Client, url: string): Promise<WholeOutcome<Uint8Array>> =>
  fetchFile(client, url, 'pdf');

async function fetchFile(client: Client, url: string, kind: 'page' | 'pdf'): Promise<WholeOutcome<Uint8Array>> {
  const { userAgent, limits } = sources.treasury;
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

/** Some writers put something before the magic word. */
const MAGIC_BYTES = 1_024;
