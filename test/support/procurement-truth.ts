/** The true purchases of a simulated country by export file and list: the expected contents of the store. */
import { dayNumber } from '#demo-country/days.ts';
import { dialectOf } from '#demo-country/procurement/dialects.ts';
import { contractRows, type Typo, typoOf } from '#demo-country/procurement/export-rows.ts';
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
          add('achizitii-directe', 'purchases', known(closingValue, typoOf('purchase', number)));
      for (const { number, value } of procurement.directAwardsOn(day))
        add('notificari-atribuire', 'awards', known(value, typoOf('directAward', number)));
    }
    const inQuarter = ({ publishedOn }: { publishedOn: number }): boolean => quarterStart(publishedOn) === quarter.from;
    for (const { number, estimatedValue } of procurement.procedures(on).filter(inQuarter))
      add('anunturi-initiere', 'notices', known(estimatedValue, typoOf('procedure', number)));
    for (const award of procurement.awards(on).filter(inQuarter)) {
      const slip = typoOf('procedure', award.procedure.number);
      for (const { contract, valueRon } of contractRows(award, 'one cell')) {
        // One lot of unknown value makes the value of its contract unknown; so does 0 for a framework.
        const isKnown = slip === null || (slip === 'nothing' && contract.kind !== 'framework');
        if (isKnown) add('contracte', 'contracts', valueRon);
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

/** A negative typed value is unknown; a typed 0 is 0. */
const known = (bani: number, slip: Typo): number => (slip === null ? bani : 0);

/** As written in the files: `1234.05`. */
export const baniOf = (lei: string): bigint => BigInt(lei.replace('.', ''));
