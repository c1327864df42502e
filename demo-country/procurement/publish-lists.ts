/** The lists of days that no export covers yet, as a service that collected them would have stored them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf, nameOf } from '#data/ingest/procurement/increments.ts';
import type { JsonObject } from '#data/sources/json.ts';
import type { ListKind } from '#data/sources/procurement/exports/batch.ts';
import { contractOf } from '#data/sources/procurement/site/contracts.ts';
import { awardOf } from '#data/sources/procurement/site/direct-awards.ts';
import { lotOf, noticeOf } from '#data/sources/procurement/site/notices.ts';
import { purchaseOf } from '#data/sources/procurement/site/purchases.ts';
import { dayText } from '#demo-country/days.ts';
import { noticeNumberOf } from './export-rows.ts';
import { awardItem, contractItem } from './list-awards.ts';
import { noticeItem } from './list-notices.ts';
import { directAwardItem, purchaseItem } from './list-purchases.ts';
import { lotOf as lotItem } from './notice-details.ts';
import type { AwardNotice, Procedure } from './procedure.ts';
import type { Procurement } from './system.ts';

/** Days as numbers; `today` decides on states and corrections. */
interface ListDays {
  from: number;
  until: number;
  today: number;
}

export async function publishLists(
  procurement: Procurement,
  folder: string,
  { from, until, today }: ListDays,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const isOfDays = ({ publishedOn }: { publishedOn: number }): boolean => publishedOn >= from && publishedOn <= until;
  const published: { procedures: Procedure[]; awards: AwardNotice[] } = { procedures: [], awards: [] };
  for (const { procedures, awards } of procurement.quarters(until)) {
    published.procedures.push(...procedures.filter(isOfDays));
    published.awards.push(...awards.filter(isOfDays));
  }
  const procedures = Map.groupBy(published.procedures, ({ publishedOn }) => publishedOn);
  const awards = Map.groupBy(published.awards, ({ publishedOn }) => publishedOn);
  for (let day = from; day <= until; day++) {
    const write = (kind: ListKind, records: readonly unknown[]): Promise<void> =>
      writeFile(join(folder, nameOf({ kind, day: dayText(day) })), linesOf(records));
    await write(
      'purchases',
      procurement.purchasesOn(day).map((purchase) => purchaseOf(json(purchaseItem(purchase, today)))),
    );
    await write(
      'awards',
      procurement.directAwardsOn(day).map((award) => awardOf(json(directAwardItem(award)))),
    );
    await write(
      'notices',
      (procedures.get(day) ?? []).map((procedure) => noticeRecord(procedure, day, today)),
    );
    await write(
      'contracts',
      (awards.get(day) ?? []).flatMap((award) => contractRecords(procurement, award, day, today)),
    );
  }
}

/** With its lots, which the list lacks. */
function noticeRecord(procedure: Procedure, day: number, today: number) {
  const record = noticeOf(json(noticeItem(procedure, today)), dayText(day));
  return { ...record, lots: record.lots ?? procedure.lots.map((lot) => lotOf(json(lotItem(lot)))) };
}

/** With the notice and the cancelled lots, which the list lacks. */
function contractRecords(procurement: Procurement, award: AwardNotice, day: number, today: number) {
  const list = json(awardItem(award, today));
  const notice = noticeNumberOf(award.procedure);
  const isLotted = award.contracts.some(({ lots }) => lots.length > 0);
  const cancelledLots = isLotted ? award.cancelledLots.map(({ number }) => String(number)) : null;
  return award.contracts.map((contract) => ({
    ...contractOf(json(contractItem(contract, procurement, today)), list, dayText(day)),
    notice,
    cancelledLots,
  }));
}

/** What its reader takes: the objects of the simulated system have no index signature. */
const json = (item: object): JsonObject => item as JsonObject;
