/** The list of award notices, and the contracts of one of them. */
import { type Answer, json, plain } from '#demo-country/answer.ts';
import { awardNumberOf } from './export-rows.ts';
import { between, commonFields, STATES } from './list-notices.ts';
import type { Party } from './party.ts';
import type { AwardNotice, Contract } from './procedure.ts';
import { EURO_RATE } from './procedures.ts';
import type { Procurement } from './system.ts';
import { type Body, coded, instant, lei, numberIn, page, passes } from './wire.ts';

export const AWARD_ID = 100_000_000;
const AWARD_OF_ANY_KIND_ID = 300_000_000;

export function listAwards(system: Procurement, body: Body, today: number, cap: number): Answer {
  const types = Array.isArray(body.sysNoticeTypeIds) ? body.sysNoticeTypeIds : [];
  const [cpv, category] = [numberIn(body, 'cPVId'), numberIn(body, 'cPVCategoryId')];
  const authority = numberIn(body, 'contractingAuthorityId');
  const winner = numberIn(body, 'winnerId');
  const published = between(body, 'startPublicationDate', 'endPublicationDate');
  const rows = system
    .awards(today)
    .filter(
      ({ procedure, publishedOn, contracts }) =>
        published(publishedOn) &&
        (types.length === 0 || types.includes(procedure.type.awardTypeId)) &&
        passes(cpv, procedure.cpv.id) &&
        passes(category, procedure.cpv.categoryId) &&
        passes(authority, procedure.authority.id) &&
        (winner === null || contracts.some(({ winners }) => winners.some(({ id }) => id === winner))),
    )
    .sort((a, b) => changedOn(b, today) - changedOn(a, today) || b.number - a.number);
  return page(rows, body, cap, (award) => awardItem(award, today));
}

/** A modified contract moves its notice up. */
const changedOn = ({ publishedOn, contracts }: AwardNotice, today: number): number =>
  contracts.reduce(
    (latest, { modifiedOn }) => Math.max(latest, ...modifiedOn.filter((day) => day <= today)),
    publishedOn,
  );

export function awardItem(award: AwardNotice, today: number) {
  const { procedure, contracts, number } = award;
  const values = contracts.map((contract) => lei(ronValue(contract)));
  return {
    caNoticeId: AWARD_ID + number,
    ...commonFields(procedure),
    // Only in the list of notices.
    hasLots: undefined,
    noticeId: AWARD_OF_ANY_KIND_ID + number,
    noticeNo: awardNumberOf(award),
    sysNoticeTypeId: procedure.type.awardTypeId,
    sysProcedureState: STATES.awarded,
    noticeStateDate: instant(changedOn(award, today), procedure.publishedAt),
    ronContractValue: procedure.isFramework && !award.isSubsequent ? 0 : values.reduce((sum, value) => sum + value, 0),
    highestOfferValue: Math.max(...contracts.map(({ highestOffer }) => lei(highestOffer))),
    lowestOfferValue: Math.min(...contracts.map(({ lowestOffer }) => lei(lowestOffer))),
    currencyCode: 'RON',
    estimatedValueExport: `${lei(procedure.estimatedValue).toFixed(2).replace('.', ',')} RON`,
    isUtility: procedure.authority.isUtility,
    isPPP: false,
    hasSubsequentContracts: award.isSubsequent || procedure.awards.length > 1,
  };
}

const ronValue = ({ value, currency }: Contract): number =>
  currency === 'EUR' ? Math.round(value * EURO_RATE) : value;

/** The system fails on a question that leaves one of these out. */
const REQUIRED = [
  'caNoticeId',
  'contractNo',
  'winnerTitle',
  'winnerFiscalNumber',
  'contractDate',
  'contractValue',
  'contractMinOffer',
  'contractMaxOffer',
  'contractTitle',
  'lots',
  'sortOrder',
  'sysContractFrameworkType',
  'skip',
  'take',
];
const TAKE_MAX = 200;

export function listContracts(system: Procurement, body: Body, today: number): Answer {
  if (REQUIRED.some((name) => !(name in body)))
    return plain('Object reference not set to an instance of an object.', 500);
  const id = numberIn(body, 'caNoticeId');
  const award = id === null ? null : system.award(id - AWARD_ID, today);
  const skip = numberIn(body, 'skip') ?? 0;
  const contracts = award?.contracts ?? [];
  const items = contracts.slice(skip, skip + Math.min(numberIn(body, 'take') ?? 0, TAKE_MAX));
  // Pages overlap: the first row of the next page is here, too, with fewer fields.
  const [next] = items.length > 0 ? contracts.slice(skip + items.length, skip + items.length + 1) : [];
  const repeated = next ? [{ ...contractItem(next, system, today), contractTitle: null, lotsCaption: null }] : [];
  const own = items.map((contract) => contractItem(contract, system, today));
  return json({ total: contracts.length, items: [...own, ...repeated] });
}

/** Numbers, which nothing in the answer explains. */
const CONTRACT_TYPES = { contract: 1, framework: 2, callOff: 3 };

export function contractItem(contract: Contract, { suppliers }: Procurement, today: number) {
  const { award, winners, lots, modifiedOn, currency, kind } = contract;
  const modified = modifiedOn.filter((day) => day <= today).length;
  const winnerItems = winners.map((winner) => winnerOf(winner, suppliers.all().get(winner.id)?.isSme ?? false));
  return {
    caNoticeContractId: contract.id,
    caNoticeId: AWARD_ID + award.number,
    noticeNo: awardNumberOf(award),
    contractNo: contract.number,
    contractDate: instant(contract.signedOn, 0),
    contractTitle: contract.title,
    winner: winnerItems[0] ?? null,
    winners: winnerItems,
    lotsCaption:
      lots.length === 0 ? '1. Default lot' : lots.map(({ number, title }) => `${number}. ${title}`).join(', '),
    lotsNoCaption: lots.length === 0 ? '1' : lots.map(({ number }) => number).join(', '),
    contractValue: lei(contract.value),
    currency: coded(currency === 'EUR' ? 2 : 1, currency),
    defaultCurrencyContractValue: lei(ronValue(contract)),
    currencyRate: currency === 'EUR' ? EURO_RATE : 1,
    contractType: CONTRACT_TYPES[kind],
    numberOfReceivedOffers: contract.offers,
    minOffer: lei(contract.lowestOffer),
    maxOffer: lei(contract.highestOffer),
    hasModifiedVersions: modified > 0,
    modifiedCount: modified,
  };
}

const winnerOf = (party: Party, isSme: boolean) => ({
  name: party.name,
  fiscalNumber: party.code,
  entityId: party.id,
  isSME: isSme,
  address: {
    officialName: party.name,
    address: party.street,
    city: party.city,
    postalCode: party.postalCode,
    county: party.county === null ? null : coded(party.county.length, party.county),
    countryItem: coded(party.country === 'Romania' ? 1 : 0, party.country),
    nutsCode: 'System.Data.Entity.DynamicProxies.NUTSCode_5D0B1A',
    nutsCodeItem: party.county === null ? null : coded(0, `RO ${party.county}`),
  },
});
