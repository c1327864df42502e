/** The bank's exchange-rate files: the last bank day, the last ten, and one file a year. */
import { type Day, yearOf } from '#base/date.ts';
import { etagOf } from '#base/hash.ts';
import { type Answer, html } from './answer.ts';
import type { SimulatedCountry, SimulatedRateDay } from './types.ts';

const RECENT_DAYS = 10;

/** The bank changed the namespace and took out the line breaks in August 2026; files of closed years stayed as they were. */
const FIRST_YEAR_IN_NEW_SHAPE = 2026;

export function answerRates(country: SimulatedCountry, path: string, today: Day): Answer {
  const days = publishedDays(country, path, today);
  if (!days?.length) return html('<html><body><h1>404 - Pagina nu a fost găsită</h1></body></html>', 404);
  const newest = days.at(-1)?.day ?? today;
  const body = Buffer.from(yearOf(newest) < FIRST_YEAR_IN_NEW_SHAPE ? oldShape(days, newest) : newShape(days, newest));
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

const newShape = (days: SimulatedRateDay[], newest: Day): string =>
  '<?xml version="1.0" encoding="utf-8"?>\n<DataSet xmlns="https://www.bnr.ro/xsd" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:schemaLocation="https://curs.bnr.ro/xsd/nbrfxrates.xsd"><Header><Publisher>National Bank of Romania</Publisher>' +
  `<PublishingDate>${newest}</PublishingDate><MessageType>DR</MessageType></Header><Body><Subject>Reference rates</Subject>` +
  `<OrigCurrency>RON</OrigCurrency>${days.map((day) => cube(day, '', '')).join('')}</Body></DataSet>`;

const oldShape = (days: SimulatedRateDay[], newest: Day): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<DataSet xmlns="http://www.bnr.ro/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.bnr.ro/xsd nbrfxrates.xsd">
\t<Header>
\t\t<Publisher>National Bank of Romania</Publisher>
\t\t<PublishingDate>${newest}</PublishingDate>
\t\t<MessageType>DR</MessageType>
\t</Header>
\t<Body>
\t\t<Subject>Reference rates</Subject>
\t\t<OrigCurrency>RON</OrigCurrency>
${days.map((day) => cube(day, '\t\t', '\n')).join('')}\t</Body>
</DataSet>
`;

function cube({ day, rates }: SimulatedRateDay, indent: string, end: string): string {
  const lines = rates.map(({ currency, multiplier, value }) => {
    const per = multiplier === 1 ? '' : ` multiplier="${multiplier}"`;
    return `${indent && `${indent}\t`}<Rate currency="${currency}"${per}>${value}</Rate>${end}`;
  });
  return `${indent}<Cube date="${day}">${end}${lines.join('')}${indent}</Cube>${end}`;
}
