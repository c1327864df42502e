/** Supplier-performance reports (documente constatatoare), which authorities write when a contract has been carried out. */

import type { PartyRecord, ReportRecord } from '#data/sources/procurement/records.ts';
import { dayText } from '#demo-country/days.ts';
import { type Random, random, within } from '#demo-country/random.ts';
import { clean } from '#lib/values/text.ts';
import { type Frame, isShowcaseNumber } from './frame.ts';
import type { Party } from './party.ts';
import type { Contract } from './procedure.ts';

/** Authorities name persons in their texts; this one can request to be hidden. */
const RECEIVED = 'Recepția a fost făcută în prezența lui Haralambie-Neofit CUTEZĂTORU.';

const REPORTED_SHARE = 0.115;
const DAMAGES_SHARE = 1 / 6;
/** Days from the signature to two weeks after the reception. */
const CARRIED_OUT_DAYS = { min: 60, max: 420 };

/** The report on a contract, if issued by that day. */
export function reportOf({ world }: Frame, contract: Contract, on: number): ReportRecord | null {
  if (contract.kind === 'framework') return null;
  const roll = random(world.seed, contract.id, 'report');
  const issuedOn = contract.signedOn + within(roll(), CARRIED_OUT_DAYS.min, CARRIED_OUT_DAYS.max);
  const isShowcased = isShowcaseNumber('procedure', contract.award.procedure.number);
  if ((roll() >= REPORTED_SHARE && !isShowcased) || issuedOn > on) return null;
  const [supplier] = contract.winners;
  if (!supplier) return null;
  const report = reportRecord(contract, supplier, issuedOn, roll);
  return isShowcased ? { ...report, text: `${report.text} ${RECEIVED}` } : report;
}

function reportRecord(contract: Contract, supplier: Party, issuedOn: number, roll: Random): ReportRecord {
  const { award, number, signedOn, value } = contract;
  const { procedure } = award;
  const damages = roll() < DAMAGES_SHARE;
  const rating = damages ? (roll() < 0.6 ? 'notFulfilled' : 'partly') : roll() < 0.94 ? 'fulfilled' : 'partly';
  const amount = Math.round(value * (0.01 + 0.09 * roll()));
  return {
    ackDocId: `DC${contract.id}`,
    supplier: partyRecord(supplier),
    authority: partyRecord(procedure.authority),
    contractNumber: clean(number),
    contractDate: dayText(signedOn),
    notice: procedure.type.prefix + procedure.number,
    issuedOn: dayText(issuedOn),
    kind: roll() < 0.8 ? 'final' : 'primar',
    rating,
    damagesClaimed: damages,
    damagesAmount: damages && amount > 0 ? amount : null,
    text: `Contractantul ${TEXTS[rating]}${damages ? ' Autoritatea contractantă a solicitat daune-interese pentru întârzierea executării.' : ''}`,
    documentId: null,
  };
}

const TEXTS = {
  fulfilled: 'și-a îndeplinit obligațiile contractuale la termen și la calitatea cerută.',
  partly: 'și-a îndeplinit obligațiile contractuale cu întârziere, după notificări repetate.',
  notFulfilled: 'nu și-a îndeplinit obligațiile contractuale, iar contractul a fost reziliat.',
};

const partyRecord = ({ code, name, city, county, country }: Party): PartyRecord => ({
  code: clean(code),
  name: clean(name) ?? name,
  city: clean(city),
  county,
  country,
});
