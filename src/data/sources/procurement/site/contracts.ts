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

/** The service gives no more at once. */
const TAKE_MAX = 200;
/** Frameworks for the whole country have some thousand call-offs in a notice. */
const CONTRACTS_MAX = 20_000;

/** The notice that began a procedure, as far as it is known: by the system's id of the procedure, and by the number of the award. */
export type BegunBy = (procedureId: number | null, awardNotice: string | null) => string | null;

interface AwardWants {
  /** Cancelled lots that an award notice was read with before; null when it was not. */
  cancelled?(awardNotice: string | null): string[] | null;
  /** A list that does not give all that it tells of. */
  onCut?(sentence: string): void;
}

export async function* contractsAwarded(
  site: Site,
  day: Day,
  begunBy: BegunBy,
  { cancelled = () => null, onCut = () => {} }: AwardWants = {},
): AsyncGenerator<ContractRecord> {
  for (const award of await publishedRows(site, LIST, day)) {
    const number = noticeNumber(textOf(award.noticeNo));
    const records = (await contractRows(site, award, onCut)).map((row) => contractOf(row, award, day));
    if (records.length === 0) continue;
    const known = { notice: begunBy(numberOf(award.procedureId), number), cancelledLots: cancelled(number) };
    const isLotted = records.some(({ lots }) => lots !== null && lots.length > 0);
    const isLacking = known.notice === null || (isLotted && known.cancelledLots === null);
    const view = isLacking ? await site.view(`${serviceOf(award)}/get/${award.caNoticeId}`) : null;
    const notice = known.notice ?? previousNotice(view);
    const cancelledLots = known.cancelledLots ?? cancelledLotsIn(view);
    for (const record of records) yield { ...record, notice, cancelledLots };
  }
}

const serviceOf = ({ sysNoticeTypeId }: JsonObject): string => awardService(numberOf(sysNoticeTypeId) ?? 0);

/** The award notice in full, of authorities or of utilities; those of the new electronic form cannot be had that way. */
const editedIn = (view: JsonObject | null): JsonObject =>
  objectOf(view?.caNoticeEdit_New ?? view?.caNoticeEdit_New_U ?? null);

/** What was published before it: the field on top that is named so is always null. */
const previousNotice = (view: JsonObject | null): string | null =>
  noticeNumber(textOf(objectOf(editedIn(view).publicationDetailsModel).noticeNo)) ??
  noticeNumber(textOf(view?.previousPublicationNoticeNumber));

/** Their numbers, else their titles; null when the notice cannot be had in full. */
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
 * Pages overlap: of two hundred that are asked for there come one more, or fewer, and some come again with less in them. So the
 * next page is asked for by how many were asked for, not by how many came, and of rows with the same id the fuller one is kept.
 */
async function contractRows(site: Site, award: JsonObject, onCut: (sentence: string) => void): Promise<JsonObject[]> {
  const { caNoticeId } = award;
  const path = `${serviceOf(award)}/GetCANoticeContracts`;
  const rows = new Map<unknown, JsonObject>();
  let total = 0;
  // A second time where repeated rows stood in the place of others: they come in no certain order.
  for (let pass = 1; pass <= PASSES_MAX; pass++) {
    for (let skip = 0; skip === 0 || skip < total; skip += TAKE_MAX) {
      if (skip >= CONTRACTS_MAX) throw new WrongShape(path, `at most ${CONTRACTS_MAX} contracts in a notice`, 'more');
      const answer = await site.post(path, { ...EVERY_CONTRACT, caNoticeId, skip, take: TAKE_MAX });
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

/** The one that says more; of equals the later. */
function fuller(before: JsonObject | undefined, after: JsonObject): JsonObject {
  if (before === undefined) return after;
  const fields = (row: JsonObject): number => Object.values(row).filter(isSaid).length;
  return fields(after) >= fields(before) ? after : before;
}

const isSaid = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The service fails on a question that leaves one of these out. */
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

/** What a row is, by its own number: whatever its notice is about, that decides. */
const KINDS: Readonly<Record<number, ContractKind>> = { 1: 'contract', 2: 'framework', 3: 'callOff' };

const kindOfRow = (row: JsonObject, notice: JsonObject, title: string | null): ContractKind =>
  KINDS[numberOf(row.contractType) ?? 0] ??
  kindOf(codedText(notice.sysContractAssigmentType), conclusionOf(row), title);

/** In words, where it has no number; its type may also say what it is about (Furnizare, Servicii, Lucrari). */
const conclusionOf = ({ sysContractFrameworkType, contractType }: JsonObject): string | null =>
  [codedText(sysContractFrameworkType), codedText(contractType)].find((text) => text && /contract|acord/i.test(text)) ??
  null;

/** Their numbers, `1, 2`; else their names. A procedure that is not divided has one, the default lot. */
function lotsOf({ lotsNoCaption, lotsCaption }: JsonObject): string[] | null {
  if (lotsNoCaption === undefined && lotsCaption === undefined) return null;
  if (/^(?:[0-9]+\.)? ?default lot$/i.test(textOf(lotsCaption) ?? '')) return [];
  const numbers = textOf(lotsNoCaption)?.split(/[,;]/) ?? [];
  return (numbers.length > 0 ? numbers : (textOf(lotsCaption)?.split(';') ?? [])).map((lot) => lot.trim());
}

function contractOf(row: JsonObject, notice: JsonObject, day: Day): ContractRecord {
  const authority = partyIn(notice.contractingAuthorityNameAndFN);
  if (authority === null) {
    throw new WrongShape(LIST.path, 'award notices with an authority', JSON.stringify(notice).slice(0, 200));
  }
  const title = stripPersons(textOf(row.contractTitle) ?? textOf(notice.contractTitle));
  const kind = kindOfRow(row, notice, title);
  const known = (bani: number | null): number | null => (kind === 'framework' && bani === 0 ? null : bani);
  const winners = listOf(row.winners).length > 0 ? listOf(row.winners) : listOf(row.winner);
  return {
    number: textOf(row.contractNo),
    title,
    date: dayOf(row.contractDate),
    kind,
    value: known(baniOf(row.contractValue)),
    currency: (codedText(row.currency) ?? textOf(row.currency))?.toUpperCase() ?? 'RON',
    valueRon: known(baniOf(row.defaultCurrencyContractValue)),
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
