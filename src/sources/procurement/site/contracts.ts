/** Contracts by the day on which their award notices were published. */
import type { Day } from '#base/date.ts';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '#sources/json.ts';
import { kindOf } from '#sources/procurement/exports/contracts.ts';
import { noticeNumber } from '#sources/procurement/exports/values.ts';
import { stripPersons } from '#sources/procurement/persons-in-texts.ts';
import type { ContractRecord } from '#sources/procurement/records.ts';
import { WrongShape } from '#sources/wrong-shape.ts';
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

/** Award notices of each type have a service of their own. */
const SERVICES: Readonly<Record<number, string>> = { 3: 'C', 8: 'DC', 13: 'RFQ', 16: 'PC', 18: 'RFQ', 20: 'RFQ' };

/** The service gives no more at once. */
const TAKE_MAX = 200;
/** Frameworks for the whole country have some thousand call-offs in a notice. */
const CONTRACTS_MAX = 20_000;

/** The notice that began a procedure, as far as it is known: by the system's id of the procedure, and by the number of the award. */
export type BegunBy = (procedureId: number | null, awardNotice: string | null) => string | null;

export async function* contractsAwarded(site: Site, day: Day, begunBy: BegunBy): AsyncGenerator<ContractRecord> {
  for (const award of await publishedRows(site, LIST, day)) {
    const known = begunBy(numberOf(award.procedureId), noticeNumber(textOf(award.noticeNo)));
    const notice = known ?? (await previousNotice(site, award));
    for await (const row of contractRows(site, award)) yield { ...contractOf(row, award, day), notice };
  }
}

const serviceOf = ({ sysNoticeTypeId }: JsonObject): string =>
  `${SERVICES[numberOf(sysNoticeTypeId) ?? 0] ?? 'C'}_PUBLIC_CANotice`;

/** The award notice in full tells what was published before it; those of the new electronic form cannot be had that way. */
async function previousNotice(site: Site, award: JsonObject): Promise<string | null> {
  const view = await site.view(`${serviceOf(award)}/get/${award.caNoticeId}`);
  return noticeNumber(textOf(view?.previousPublicationNoticeNumber));
}

async function* contractRows(site: Site, award: JsonObject): AsyncGenerator<JsonObject> {
  const { caNoticeId } = award;
  const path = `${serviceOf(award)}/GetCANoticeContracts`;
  const seen = new Set<unknown>();
  while (seen.size < CONTRACTS_MAX) {
    const before = seen.size;
    const answer = await site.post(path, { ...EVERY_CONTRACT, caNoticeId, skip: before, take: TAKE_MAX });
    const total = numberOf(answer.total);
    if (total === null || !Array.isArray(answer.items)) {
      throw new WrongShape(path, 'a list { total, items }', JSON.stringify(answer).slice(0, 120));
    }
    for (const row of answer.items.filter(isObject)) {
      const id = row.caNoticeContractId ?? row.contractId;
      if (seen.has(id)) continue;
      seen.add(id);
      yield row;
    }
    if (seen.size >= total) return;
    if (seen.size === before) throw new WrongShape(path, `${total} contracts`, `${seen.size}, then the same again`);
  }
  throw new WrongShape(path, `at most ${CONTRACTS_MAX} contracts in a notice`, 'more');
}

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

/** Whether the row is a framework or a contract; its type may also say what it is about (Furnizare, Servicii, Lucrari). */
const conclusionOf = ({ sysContractFrameworkType, contractType }: JsonObject): string | null =>
  [codedText(sysContractFrameworkType), codedText(contractType)].find((text) => text && /contract|acord/i.test(text)) ??
  null;

/** Their numbers, `1, 2`; else their names. */
function lotsOf({ lotsNoCaption, lotsCaption }: JsonObject): string[] | null {
  if (lotsNoCaption === undefined && lotsCaption === undefined) return null;
  const numbers = textOf(lotsNoCaption)?.split(/[,;]/) ?? [];
  return (numbers.length > 0 ? numbers : (textOf(lotsCaption)?.split(';') ?? [])).map((lot) => lot.trim());
}

function contractOf(row: JsonObject, notice: JsonObject, day: Day): ContractRecord {
  const authority = partyIn(notice.contractingAuthorityNameAndFN);
  if (authority === null) {
    throw new WrongShape(LIST.path, 'award notices with an authority', JSON.stringify(notice).slice(0, 200));
  }
  const title = stripPersons(textOf(row.contractTitle) ?? textOf(notice.contractTitle));
  const kind = kindOf(codedText(notice.sysContractAssigmentType), conclusionOf(row), title);
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
    awardedOn: day,
    lots: lotsOf(row),
    offersReceived: numberOf(row.numberOfReceivedOffers),
    euFunded: null,
  };
}
