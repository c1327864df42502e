/** Contracts by the day on which their award notices were published. */

import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import { kindOf } from '#data/sources/procurement/exports/contracts.ts';
import { noticeNumber } from '#data/sources/procurement/exports/values.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { ContractKind, ContractRecord } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import type { Day } from '#lib/values/date.ts';
import { awardService } from './award-views.ts';
import type { List } from './list.ts';
import { publishedRows } from './notices.ts';
import type { Site } from './site.ts';
import { baniOf, codedText, cpvIn, dayOf, partyAt, partyIn } from './values.ts';

const LIST: List = {
  path: 'NoticeCommon/GetCANoticeList/',
  id: 'noticeId',
  everything: {
    sysNoticeTypeIds: [3, 13, 18, 16, 8, 20],
    sortProperties: [],
    contractingAuthorityId: null,
    winnerId: null,
    cPVId: null,
    cPVCategoryId: null,
    sysContractAssigmentTypeId: null,
    sysAcquisitionContractTypeId: null,
    sysNoticeStateId: null,
  },
  rowsMax: 2_000,
};

/** The maximum of the service. */
const PAGE_ROWS = 200;
/** Frameworks for the whole country have some thousand call-offs in a notice. */
const CONTRACTS_MAX = 20_000;

/** The notice that began a procedure, or null: by the system's id of the procedure, and by the number of the award. */
export type BegunBy = (procedureId: number | null, awardNotice: string | null) => string | null;

interface AwardOptions {
  /** Cancelled lots of an award notice that was read before; null when it was not. */
  cancelled?(awardNotice: string | null): string[] | null;
  /** Receives a message about an incomplete list. */
  onCut?(message: string): void;
}

export async function* contractsAwarded(
  site: Site,
  day: Day,
  begunBy: BegunBy,
  { cancelled = () => null, onCut = () => {} }: AwardOptions = {},
): AsyncGenerator<ContractRecord> {
  for (const award of await publishedRows(site, LIST, day)) {
    const number = noticeNumber(textOf(award.noticeNo));
    const records = (await contractRows(site, award, onCut)).map((row) => contractOf(row, award, day));
    if (records.length === 0) continue;
    const stored = { notice: begunBy(numberOf(award.procedureId), number), cancelledLots: cancelled(number) };
    const isLotted = records.some(({ lots }) => lots !== null && lots.length > 0);
    const isLacking = stored.notice === null || (isLotted && stored.cancelledLots === null);
    const view = isLacking ? await site.view(`${serviceOf(award)}/get/${award.caNoticeId}`) : null;
    const notice = stored.notice ?? previousNotice(view);
    const cancelledLots = stored.cancelledLots ?? cancelledLotsIn(view);
    for (const record of records) yield { ...record, notice, cancelledLots };
  }
}

const serviceOf = ({ sysNoticeTypeId }: JsonObject): string => awardService(numberOf(sysNoticeTypeId) ?? 0);

/** The award notice in full, of authorities or of utilities; notices of the new electronic form have no such view. */
const editedIn = (view: JsonObject | null): JsonObject =>
  objectOf(view?.caNoticeEdit_New ?? view?.caNoticeEdit_New_U ?? null);

/** The preceding notice: the top field of this name is always null. */
const previousNotice = (view: JsonObject | null): string | null =>
  noticeNumber(textOf(objectOf(editedIn(view).publicationDetailsModel).noticeNo)) ??
  noticeNumber(textOf(view?.previousPublicationNoticeNumber));

/** Their numbers, else their titles; null without the full notice. */
function cancelledLotsIn(view: JsonObject | null): string[] | null {
  const edited = editedIn(view);
  const { cancelledLotList } = objectOf(edited.section5 ?? edited.section5_U);
  if (!Array.isArray(cancelledLotList)) return null;
  return cancelledLotList.filter(isObject).flatMap((item) => {
    const lot = isObject(item.noticeLot) ? item.noticeLot : item;
    return textOf(lot.lotNumber ?? lot.no ?? lot.lotNo) ?? stripPersons(textOf(lot.title ?? lot.contractTitle)) ?? [];
  });
}

/**
 * Pages overlap: a request for two hundred rows returns one more, or fewer, and some rows again with fewer fields. So the offset of the next
 * page depends on the requested number of rows, and of rows with the same id the one with more fields counts.
 */
async function contractRows(site: Site, award: JsonObject, onCut: (message: string) => void): Promise<JsonObject[]> {
  const { caNoticeId } = award;
  const path = `${serviceOf(award)}/GetCANoticeContracts`;
  const rows = new Map<unknown, JsonObject>();
  let total = 0;
  // A second pass where repeated rows replaced others: the order of rows is not stable.
  for (let pass = 1; pass <= PASSES_MAX; pass++) {
    for (let skip = 0; skip === 0 || skip < total; skip += PAGE_ROWS) {
      if (skip >= CONTRACTS_MAX) throw new WrongShape(path, `at most ${CONTRACTS_MAX} contracts in a notice`, 'more');
      const answer = await site.post(path, { ...EVERY_CONTRACT, caNoticeId, skip, take: PAGE_ROWS });
      total = numberOf(answer.total) ?? -1;
      if (total < 0 || !Array.isArray(answer.items)) {
        throw new WrongShape(path, 'a list { total, items }', JSON.stringify(answer).slice(0, 120));
      }
      for (const row of answer.items.filter(isObject)) {
        const id = row.caNoticeContractId ?? row.contractId ?? JSON.stringify(row);
        rows.set(id, fuller(rows.get(id), row));
      }
    }
    if (rows.size >= total) return [...rows.values()];
  }
  if (rows.size === 0) throw new WrongShape(path, `${total} contracts`, 'none');
  onCut(`the award notice ${textOf(award.noticeNo)} tells of ${total} contracts and gives ${rows.size}`);
  return [...rows.values()];
}

const PASSES_MAX = 2;

/** The row with more fields; of equals the later. */
function fuller(before: JsonObject | undefined, after: JsonObject): JsonObject {
  if (before === undefined) return after;
  const fields = (row: JsonObject): number => Object.values(row).filter(hasValue).length;
  return fields(after) >= fields(before) ? after : before;
}

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The service fails on a request without one of these. */
const EVERY_CONTRACT: JsonObject = {
  contractNo: null,
  winnerTitle: null,
  winnerFiscalNumber: null,
  contractDate: { from: null, to: null },
  contractValue: { from: null, to: null },
  contractMinOffer: { from: null, to: null },
  contractMaxOffer: { from: null, to: null },
  contractTitle: null,
  lots: null,
  sortOrder: [],
  sysContractFrameworkType: {},
};

/** The kind of a row, by its own number, which overrides its notice. */
const KINDS: Readonly<Record<number, ContractKind>> = { 1: 'contract', 2: 'framework', 3: 'callOff' };

const kindOfRow = (row: JsonObject, notice: JsonObject, title: string | null): ContractKind =>
  KINDS[numberOf(row.contractType) ?? 0] ??
  kindOf(codedText(notice.sysContractAssigmentType), conclusionOf(row), title);

/** As text, without a number; the type may also name the subject (Furnizare, Servicii, Lucrari). */
const conclusionOf = ({ sysContractFrameworkType, contractType }: JsonObject): string | null =>
  [codedText(sysContractFrameworkType), codedText(contractType)].find((text) => text && /contract|acord/i.test(text)) ??
  null;

/** Their numbers, `1, 2`; else their names. An undivided procedure has one, the default lot. */
function lotsOf({ lotsNoCaption, lotsCaption }: JsonObject): string[] | null {
  if (lotsNoCaption === undefined && lotsCaption === undefined) return null;
  if (/^(?:[0-9]+\.)? ?default lot$/i.test(textOf(lotsCaption) ?? '')) return [];
  const numbers = textOf(lotsNoCaption)?.split(/[,;]/) ?? [];
  return (numbers.length > 0 ? numbers : (textOf(lotsCaption)?.split(';') ?? [])).map((lot) => lot.trim());
}

export function contractOf(row: JsonObject, notice: JsonObject, day: Day): ContractRecord {
  const authority = partyIn(notice.contractingAuthorityNameAndFN);
  if (authority === null) {
    throw new WrongShape(LIST.path, 'award notices with an authority', JSON.stringify(notice).slice(0, 200));
  }
  const title = stripPersons(textOf(row.contractTitle) ?? textOf(notice.contractTitle));
  const kind = kindOfRow(row, notice, title);
  const winners = listOf(row.winners).length > 0 ? listOf(row.winners) : listOf(row.winner);
  return {
    number: textOf(row.contractNo),
    title,
    date: dayOf(row.contractDate),
    kind,
    value: baniOf(row.contractValue),
    currency: (codedText(row.currency) ?? textOf(row.currency))?.toUpperCase() ?? 'RON',
    valueRon: baniOf(row.defaultCurrencyContractValue),
    authority,
    suppliers: winners.map(partyAt).filter((party) => party !== null),
    cpv: cpvIn(notice.cpvCodeAndName),
    notice: null,
    procedureType: codedText(notice.sysProcedureType),
    awardNotice: noticeNumber(textOf(notice.noticeNo)),
    awardSystemId: numberOf(notice.caNoticeId),
    awardedOn: day,
    lots: lotsOf(row),
    offersReceived: numberOf(row.numberOfReceivedOffers),
    euFunded: null,
    cancelledLots: null,
    cells: null,
  };
}
