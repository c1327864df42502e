/** The bank's exchange-rate files: the last bank day, the last ten, and one file a year. */
import { type Day, yearOf } from '#lib/values/date.ts';
import { etagOf } from '#lib/values/hash.ts';
import { type Answer, html } from './answer.ts';
import { ratesXml } from './rates-xml.ts';
import type { SimulatedCountry, SimulatedRateDay } from './types.ts';

const RECENT_DAYS = 10;

export function answerRates(country: SimulatedCountry, path: string, today: Day): Answer {
  const days = publishedDays(country, path, today);
  if (!days?.length) return html('<html><body><h1>404 - Pagina nu a fost găsită</h1></body></html>', 404);
  const newest = days.at(-1)?.day ?? today;
  const body = Buffer.from(ratesXml(days));
  const headers = {
    'content-type': 'text/xml',
    'cache-control': 'no-cache',
    etag: etagOf(body),
    'last-modified': new Date(`${newest}T10:02:00Z`).toUTCString(),
  };
  return { status: 200, headers, body };
}

function publishedDays(country: SimulatedCountry, path: string, today: Day): SimulatedRateDay[] | null {
  const year = yearOf(today);
  const recent = (): SimulatedRateDay[] => [...country.rates(year - 1, today), ...country.rates(year, today)];
  if (path === '/nbrfxrates.xml') return recent().slice(-1);
  if (path === '/nbrfxrates10days.xml') return recent().slice(-RECENT_DAYS);
  const yearly = /^\/files\/xml\/years\/nbrfxrates([0-9]{4})\.xml$/.exec(path);
  return yearly ? country.rates(Number(yearly[1]), today) : null;
}
