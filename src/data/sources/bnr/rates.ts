/** The national bank's reference rates: the day's, the last ten days' and a year's file, all of one shape. */
import { SaxesParser } from 'saxes';
import { type Client, isAnswer } from '#data/sources/client.ts';
import { decodeText } from '#data/sources/lines.ts';
import { type Answer, type Unavailable, unavailable, unusable, type WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { bnr } from './source.ts';

export interface RateRecord {
  day: Day;
  currency: string;
  /** Units of the currency that `value` is the price of: 100 for HUF, JPY and others. */
  multiplier: number;
  /** Ten-thousandths of a leu for `multiplier` units. */
  value: number;
}

type RateFile = 'day' | 'tenDays' | number;

const pathOf = (file: RateFile): string =>
  file === 'day'
    ? '/nbrfxrates.xml'
    : file === 'tenDays'
      ? '/nbrfxrates10days.xml'
      : `/files/xml/years/nbrfxrates${file}.xml`;

/** Tries the bank's hosts until one has the file. In January the file of the year may not exist yet: then `notFound`. */
export async function fetchRates(
  client: Client,
  hosts: readonly string[],
  file: RateFile,
  signal?: AbortSignal,
): Promise<WholeOutcome<RateRecord[]>> {
  const { limits, userAgent } = bnr;
  let outcome: WholeOutcome<RateRecord[]> = unavailable('network', 'no address of the bank is configured');
  for (const host of hosts) {
    const answer = await client.send({ url: host + pathOf(file), userAgent, signal }, limits);
    const next = isAnswer(answer) ? parseRates(answer) : answer;
    if (next.outcome === 'found') return next;
    if (outcome.outcome !== 'notFound') outcome = next;
  }
  return outcome;
}

/** Receives every rate of a file, with its line; null where the price is unreadable. */
type OnRate = (rate: RateRecord | null, line: number) => void;

/** A web page is an error, never "no rates": the bank's old addresses redirect to its home page. A file without a day is `notFound`. */
export function parseRates(answer: Answer, onRate: OnRate = () => {}): WholeOutcome<RateRecord[]> {
  const refusal = unusable(answer);
  if (refusal) return refusal;
  const read = readXml(decodeText(answer.bytes), onRate);
  if (read.outcome === 'found' || answer.status === 200) return read;
  return answer.status === 404 ? { outcome: 'notFound' } : unavailable('rejected', `HTTP ${answer.status}`);
}

/** By local names only: the namespace changed from http to https in 2026, and the schema location has been malformed since. */
function readXml(xml: string, onRate: OnRate): WholeOutcome<RateRecord[]> {
  const rates: RateRecord[] = [];
  let root: string | undefined;
  let day: Day | null = null;
  let rate: { currency: string; multiplier: number } | null = null;
  let broken: Unavailable | null = null;

  const parser = new SaxesParser();
  parser.on('error', (error) => {
    broken ??= unavailable('malformed', error.message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '');
    root ??= local;
    if (local === 'Cube') day = isDay(attributes.date ?? '') ? (attributes.date ?? null) : null;
    if (local === 'Rate')
      rate = { currency: attributes.currency ?? '', multiplier: Number(attributes.multiplier ?? 1) };
  });
  parser.on('text', (text) => {
    const value = tenThousandths(text);
    if (day === null || rate === null || value === null) return;
    if (/^[A-Z]{3}$/.test(rate.currency) && isMultiplier(rate.multiplier)) {
      const read: RateRecord = { day, ...rate, value };
      rates.push(read);
      onRate(read, parser.line);
      rate = null;
    }
  });
  parser.on('closetag', ({ name }) => {
    if (!name.endsWith('Rate')) return;
    if (rate !== null) onRate(null, parser.line);
    rate = null;
  });
  parser.write(xml).close();

  if (broken) return broken;
  if (root !== 'DataSet') return unavailable('malformed', `an XML document of another kind: ${root}`);
  return rates.length === 0 ? { outcome: 'notFound' } : { outcome: 'found', value: rates };
}

/** The bank uses 1 and 100. */
const MULTIPLIER_MAX = 1_000_000;
const isMultiplier = (units: number): boolean => Number.isInteger(units) && units > 0 && units <= MULTIPLIER_MAX;

/** `5.1000` → 51000. Null for what is no price: the bank also prints `-`, and rates of zero mean none. */
function tenThousandths(text: string): number | null {
  const match = /^\s*([0-9]{1,9})(?:\.([0-9]{1,4}))?\s*$/.exec(text);
  if (!match) return null;
  const value = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  return value > 0 ? value : null;
}
