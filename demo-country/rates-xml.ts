/** The bank's XML, in the indented shape of old and, since the move of August 2026, in the new one without line breaks. */
import { type Day, yearOf } from '#lib/values/date.ts';
import type { SimulatedRateDay } from './types.ts';

/** The bank changed the namespace and took out the line breaks in August 2026; files of closed years stayed as they were. */
const FIRST_YEAR_IN_NEW_SHAPE = 2026;

/** `days` in order, at least one; the last is the publishing date and decides the shape. */
export function ratesXml(days: readonly SimulatedRateDay[]): string {
  const newest = days.at(-1)?.day ?? '';
  return yearOf(newest) < FIRST_YEAR_IN_NEW_SHAPE ? oldShape(days, newest) : newShape(days, newest);
}

const newShape = (days: readonly SimulatedRateDay[], newest: Day): string =>
  '<?xml version="1.0" encoding="utf-8"?>\n<DataSet xmlns="https://www.bnr.ro/xsd" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:schemaLocation="https://curs.bnr.ro/xsd/nbrfxrates.xsd"><Header><Publisher>National Bank of Romania</Publisher>' +
  `<PublishingDate>${newest}</PublishingDate><MessageType>DR</MessageType></Header><Body><Subject>Reference rates</Subject>` +
  `<OrigCurrency>RON</OrigCurrency>${days.map((day) => cube(day, '', '')).join('')}</Body></DataSet>`;

const oldShape = (days: readonly SimulatedRateDay[], newest: Day): string =>
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
