/** The bank's yearly files, in the indented old shape and, since the move of August 2026, the new one in one line. */
import { join } from 'node:path';
import { yearOfDay } from './days.ts';
import { FIRST_RATES_YEAR, ratesOf } from './rates.ts';
import type { SimulatedRateDay } from './types.ts';
import { createText } from './write-text.ts';

/** The year whose file the new site writes in the new shape. */
const NEW_SHAPE_FROM = 2026;

export async function publishRates(folder: string, on: number): Promise<void> {
  for (let year = FIRST_RATES_YEAR; year <= yearOfDay(on); year++) {
    const days = ratesOf(year, on);
    // In January the file of the new year is not there before its first bank day.
    if (days.length === 0) continue;
    const text = await createText(join(folder, 'bnr', 'years', `nbrfxrates${year}.xml`));
    text.line(ratesXml(days, year >= NEW_SHAPE_FROM ? 'new' : 'old'));
    await text.close();
  }
}

/** `days` in order; the last one is the publishing date. */
export function ratesXml(days: readonly SimulatedRateDay[], shape: 'old' | 'new'): string {
  const [line, indent] = shape === 'old' ? ['\r\n', '\t'] : ['', ''];
  const cubes = days.map(({ day, rates }) => {
    const rows = rates.map(({ currency, multiplier, value }) => {
      const times = multiplier === 1 ? '' : ` multiplier="${multiplier}"`;
      return `${indent}${indent}${indent}<Rate currency="${currency}"${times}>${value}</Rate>${line}`;
    });
    return `${indent}${indent}<Cube date="${day}">${line}${rows.join('')}${indent}${indent}</Cube>${line}`;
  });
  const header = `<Header>${line}<Publisher>National Bank of Romania</Publisher>${line}<PublishingDate>${days.at(-1)?.day ?? ''}</PublishingDate>${line}<MessageType>DR</MessageType>${line}</Header>${line}`;
  const body = `<Body>${line}<Subject>Reference rates</Subject>${line}<OrigCurrency>RON</OrigCurrency>${line}${cubes.join('')}</Body>${line}`;
  const root =
    shape === 'old'
      ? '<DataSet xmlns="http://www.bnr.ro/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.bnr.ro/xsd nbrfxrates.xsd">'
      : '<DataSet xmlns="https://www.bnr.ro/xsd" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="https://curs.bnr.ro/xsd/nbrfxrates.xsd">';
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}${line}${header}${body}</DataSet>`;
}
