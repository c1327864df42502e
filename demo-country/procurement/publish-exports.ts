/** The quarterly exports on the open-data portal: five tables a quarter, each in the format of its time, a few months late. */
import { join } from 'node:path';
import { dayText, yearOfDay } from '#demo-country/days.ts';
import type { PortalFolder } from '#demo-country/portal-folder.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import * as columns from './export-columns.ts';
import * as columns2018 from './export-columns.ts';
import { closingValuesOf, contractRows, isDuplicated, publishedAs, typoOf, withTypo } from './export-rows.ts';
import { quarterStart } from './frame.ts';
import type { Procurement } from './system.ts';
import type { Column, TableFile, Value } from './table.ts';

/** Days after its end that a quarter is exported. */
const LATE_DAYS = 60;
const QUARTER_DAYS = 91;
/** Awards between two writes. */
const STRIDE = 500;

interface Quarter {
  /** From 0, since there are exports. */
  index: number;
  from: number;
  /** Its last day. */
  until: number;
}

/** Quarters exported by a day. */
export function exportedQuarters({ frame }: Procurement, on: number): Quarter[] {
  const quarters: Quarter[] = [];
  for (let from = frame.firstDay; ; ) {
    const next = quarterStart(from + 100);
    if (next - 1 + LATE_DAYS > on) return quarters;
    quarters.push({ index: quarters.length, from, until: next - 1 });
    from = next;
  }
}

/**
 * One year's name on the portal is misspelt, as that of 2019 is: here the first, since all are younger. Its contracts are published
 * apart, in a set of several years, as those before 2016 were.
 */
function datasetOf(table: string, year: number, firstYear: number): string {
  if (year > firstYear) return `achizitii-publice-${year}`;
  return table === 'contracte' ? `achizitii-publice-2007-${year}-contracte6` : `achiziti-publice-${year}`;
}

export async function publishExports(procurement: Procurement, folder: string, on: number): Promise<void> {
  const exported = exportedQuarters(procurement, on);
  const modified = new Map<number, columns.ModificationRow[]>();
  const purchasesOfQuarter = procurement.frame.perDay.purchase * QUARTER_DAYS;
  for (const { from, procedures, awards } of procurement.quarters(exported.at(-1)?.until ?? 0)) {
    const quarter = exported.find((each) => each.from === from);
    if (!quarter) continue;
    const dialect = dialectOf(quarter.index, purchasesOfQuarter);
    const table = async <Row>(name: string, list: readonly Column<Row>[]) => {
      const path = join(
        folder,
        datasetOf(name, yearOfDay(quarter.from), yearOfDay(procurement.frame.firstDay)),
        fileName(name, quarter, dialect),
      );
      return openTable(path, dialect, list);
    };
    const old = dialect.columns === '2018';
    const withState = dialect.columns === 'with state';
    const purchases = await table(
      'achizitii-directe',
      old ? columns2018.purchaseColumns2018 : withState ? columns.purchaseColumnsWithState : columns.purchaseColumns,
    );
    const direct = await table(
      'notificari-atribuire',
      old ? columns2018.directAwardColumns2018 : columns.directAwardColumns,
    );
    for (let day = quarter.from; day <= quarter.until; day++) {
      for (const purchase of procurement.purchasesOn(day))
        for (let times = isDuplicated(purchase.number) ? 2 : 1; times > 0; times--)
          if (withState || purchase.state === 7)
            for (const closingValue of closingValuesOf(purchase)) purchases.add({ ...purchase, closingValue });
      for (const award of procurement.directAwardsOn(day))
        direct.add({ ...award, value: withTypo(award.value, typoOf('directAward', award.number)) });
      await purchases.file.flush();
      await direct.file.flush();
    }
    await purchases.file.close();
    await direct.file.close();

    const notices = await table('anunturi-initiere', old ? columns2018.noticeColumns2018 : columns.noticeColumns);
    for (const procedure of procedures) {
      const typo = typoOf('procedure', procedure.number);
      notices.add({ ...procedure, estimatedValue: withTypo(procedure.estimatedValue, typo) });
    }
    await notices.file.close();
    const contracts = await table('contracte', old ? columns2018.contractColumns2018 : columns.contractColumns);
    for (const [i, award] of awards.flatMap(publishedAs).entries()) {
      for (const row of contractRows(award, dialect.consortium))
        for (let times = isDuplicated(award.number) ? 2 : 1; times > 0; times--) contracts.add(row);
      if (i % STRIDE === 0) await contracts.file.flush();
    }
    await contracts.file.close();
    for (const award of awards)
      for (const contract of award.contracts)
        for (const [i, publishedOn] of contract.modifiedOn.entries())
          modified
            .getOrInsertComputed(quarterStart(publishedOn), () => [])
            .push({ contract, award, publishedOn, ordinal: i + 1 });
    const own = modified.get(from) ?? [];
    modified.delete(from);
    if (old) continue;
    // Exported since 2021.
    const modifications = await table('date-din-modificare-contract', columns.modificationColumns);
    for (const modification of own) modifications.add(modification);
    await modifications.file.close();
  }
}

const ROMAN = ['i', 'ii', 'iii', 'iv'];

export function fileName(name: string, { from }: Quarter, { extension }: Dialect): string {
  const [year, month] = dayText(from).split('-');
  return `${name}-trim-${ROMAN[(Number(month) - 1) / 3]}-${year}.${extension}`;
}

async function openTable<Row>(
  path: string,
  dialect: Dialect,
  list: readonly Column<Row>[],
): Promise<{ file: TableFile; add(row: Row): void }> {
  const exported = list.filter(({ header }) => !dialect.without?.includes(header));
  const asNumber = (header: string): boolean => dialect.cpvNumbers === true && header === 'Cod CPV';
  const kinds = exported.map(({ header, kind }) => (asNumber(header) ? 'number' : kind));
  const cells = exported.map(({ header, of }) =>
    asNumber(header) ? (row: Row) => Number.parseInt(String(of(row)), 10) : of,
  );
  const file = await dialect.write(path, { headers: exported.map(({ header }) => dialect.header(header)), kinds });
  const values: Value[] = [];
  return {
    file,
    add(row) {
      for (let i = 0; i < cells.length; i++) values[i] = cells[i]?.(row) ?? null;
      file.row(values);
    },
  };
}

export const exportDatasets: PortalFolder = {
  folder: 'achizitii',
  organization: { name: 'anap', title: 'Agenția Națională pentru Achiziții Publice' },
  licence: 'OGL-ROU-1.0',
  datasetsOf(name, today) {
    const year = /^achizitii?-publice-(?:[0-9]{4}-)?([0-9]{4})(?:-[a-z0-9-]+)?$/.exec(name)?.[1];
    if (!year) return [];
    const lastDay = `${Number(year) + 1}-03-01`;
    const title = `${name.startsWith('achizitii-') ? 'Achiziții' : 'Achiziti'} publice ${year}`;
    return [{ name, title, modifiedOn: lastDay < today ? lastDay : today }];
  },
};
