/** The true purchases of a simulated country by export file and list: the expected contents of the store. */
import { dayNumber } from '#demo-country/days.ts';
import { dialectOf } from '#demo-country/procurement/dialects.ts';
import { closingValuesOf, contractRows, typoOf, withTypo } from '#demo-country/procurement/export-rows.ts';
import { quarterStart } from '#demo-country/procurement/frame.ts';
import { exportedQuarters, fileName } from '#demo-country/procurement/publish-exports.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';

/** Bani, by `file list`. */
export function boughtByFile(procurement: Procurement, today: string): Map<string, bigint> {
  const bought = new Map<string, bigint>();
  const on = dayNumber(today);
  for (const quarter of exportedQuarters(procurement, on)) {
    const dialect = dialectOf(quarter.index);
    const add = (table: string, list: string, bani: number): void => {
      const key = `${fileName(table, quarter, dialect)} ${list}`;
      bought.set(key, (bought.get(key) ?? 0n) + BigInt(bani));
    };
    for (let day = quarter.from; day <= quarter.until; day++) {
      for (const { state, number, closingValue } of procurement.purchasesOn(day))
        if (dialect.columns === 'with state' || state === 7)
          add('achizitii-directe', 'purchases', sum(closingValuesOf({ number, closingValue })));
      for (const { number, value } of procurement.directAwardsOn(day))
        add('notificari-atribuire', 'awards', withTypo(value, typoOf('directAward', number)));
    }
    const inQuarter = ({ publishedOn }: { publishedOn: number }): boolean => quarterStart(publishedOn) === quarter.from;
    for (const { number, estimatedValue } of procurement.procedures(on).filter(inQuarter))
      add('anunturi-initiere', 'notices', withTypo(estimatedValue, typoOf('procedure', number)));
    for (const award of procurement.awards(on).filter(inQuarter)) {
      const rows = Map.groupBy(contractRows(award, 'one cell'), ({ contract }) => contract);
      for (const lots of rows.values()) {
        const values = [...Map.groupBy(lots, ({ lot }) => lot).values()].map((rows) =>
          sum(rows.map(({ valueRon }) => valueRon ?? 0)),
        );
        const positive = values.filter((bani) => bani > 0);
        add('contracte', 'contracts', sum(positive.length > 0 ? positive : values));
      }
    }
    // The tables of the oldest columns stand for years without this list.
    if (dialect.columns !== '2018')
      for (const { modifiedOn, value } of procurement.awards(on).flatMap(({ contracts }) => contracts))
        for (const [i, day] of modifiedOn.entries())
          if (quarterStart(day) === quarter.from)
            add('date-din-modificare-contract', 'modifications', Math.round(value * 1.1 ** i));
  }
  for (const { damagesAmount } of procurement.reports(on)) {
    const key = 'supplier-reports.ndjson reports';
    bought.set(key, (bought.get(key) ?? 0n) + BigInt(damagesAmount ?? 0));
  }
  return bought;
}

const sum = (values: readonly number[]): number => values.reduce((all, bani) => all + bani, 0);

/** As written in the files: `1234.05`. */
export const baniOf = (lei: string): bigint => BigInt(lei.replace('.', ''));
