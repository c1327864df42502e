/** The bank's yearly files. */
import { join } from 'node:path';
import { yearOfDay } from './days.ts';
import { FIRST_RATES_YEAR, ratesOf } from './rates.ts';
import { ratesXml } from './rates-xml.ts';
import { createText } from './write-text.ts';

export async function publishRates(folder: string, on: number): Promise<void> {
  for (let year = FIRST_RATES_YEAR; year <= yearOfDay(on); year++) {
    const days = ratesOf(year, on);
    // In January the file of the new year is not there before its first bank day.
    if (days.length === 0) continue;
    const text = await createText(join(folder, 'bnr', 'years', `nbrfxrates${year}.xml`));
    text.line(ratesXml(days));
    await text.close();
  }
}
