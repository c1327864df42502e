/** The tax authority's records of an entity: VAT, cash basis, split payment, inactivity, e-invoicing, as days. */
import { dayNumber, YEAR_DAYS } from './days.ts';
import { type Entity, isIndividual } from './entity.ts';
import { chance, random, waitDays, within } from './random.ts';

export interface TaxHistory {
  vat: { start: number; end: number | null; canceled: boolean; message: string | null }[];
  cashBasis: { from: number; until: number | null } | null;
  splitVat: { from: number; until: number } | null;
  inactive: { from: number; published: number; until: number | null } | null;
  eInvoiceFrom: number | null;
}

/** Above this turnover a firm must register for VAT. */
const VAT_THRESHOLD = 300_000;
const VAT_FROM = dayNumber('1993-07-01');
/** Above this turnover VAT on cash basis is not for a firm. */
const CASH_BASIS_MAX = 4_500_000;
const CASH_BASIS_FROM = dayNumber('2013-01-01');
/** Split payment was introduced in 2018 and abolished in 2022. */
const SPLIT_VAT = { from: dayNumber('2018-03-01'), until: dayNumber('2022-02-01') };
const E_INVOICE_FROM = dayNumber('2024-01-01');

export function taxOf(entity: Entity): TaxHistory {
  const inactive = drawInactive(entity);
  const vat = drawVat(entity, inactive?.from ?? null);
  const first = vat[0]?.start;
  const roll = random(entity.world.seed, entity.index, 'tax');
  const cashBasis = entity.tax.cashBasis ?? roll() < 0.12;
  const split = entity.tax.splitVat ?? roll() < 0.004;
  return {
    vat,
    cashBasis: cashBasis && first !== undefined ? cashBasisOf(entity, Math.max(first, CASH_BASIS_FROM)) : null,
    splitVat:
      split && first !== undefined && first < SPLIT_VAT.until
        ? { ...SPLIT_VAT, from: Math.max(first, SPLIT_VAT.from) }
        : null,
    inactive,
    eInvoiceFrom: eInvoiceFrom(entity),
  };
}

/** A firm above the limit must leave; some did. */
function cashBasisOf(entity: Entity, from: number): TaxHistory['cashBasis'] {
  const { leftCashBasis } = entity.tax;
  const isLeft = leftCashBasis ?? (entity.business.turnover > CASH_BASIS_MAX && !entity.tax.cashBasis);
  return { from, until: isLeft ? from + 3 * YEAR_DAYS : null };
}

const CANCELED_EX_OFFICIO = 'ANULARE DIN OFICIU, ART. 316 ALIN. (11) LIT. A';
const CANCELED_ON_REQUEST = 'SCOATERE DIN EVIDENȚĂ LA CERERE, ART. 310 ALIN. (7)';

function drawVat(entity: Entity, inactiveFrom: number | null): TaxHistory['vat'] {
  const { world, index, registeredOn, closedOn, business } = entity;
  const roll = random(world.seed, index, 'vat');
  const likely = isIndividual(entity.form) ? 0.06 : business.turnover > VAT_THRESHOLD ? 0.93 : 0.2;
  const drawn = roll() < likely ? 'registered' : 'never';
  const state = entity.tax.vat ?? drawn;
  if (state === 'never') return [];
  const atOnce = roll() < 0.6 || entity.tax.vat !== undefined;
  const registered = registeredOn + (atOnce ? within(roll(), 3, 40) : waitDays(roll(), 3 * YEAR_DAYS));
  const start = Math.max(VAT_FROM, registered);
  const canceledOn =
    state === 'canceled'
      ? world.founded - 300
      : entity.tax.vat
        ? Infinity
        : start + 90 + waitDays(roll(), 60 * YEAR_DAYS);
  const end = Math.min(canceledOn, inactiveFrom ?? Infinity, closedOn ?? Infinity);
  if (end <= start) return [];
  if (end === Infinity) return [{ start, end: null, canceled: false, message: null }];
  const canceled = end !== closedOn;
  const exOfficio = end === inactiveFrom || roll() < 0.5;
  const message = canceled ? (exOfficio ? CANCELED_EX_OFFICIO : CANCELED_ON_REQUEST) : null;
  const periods = [{ start, end, canceled, message }];
  const registeredAgainOn = end + within(roll(), 120, 900);
  if (entity.tax.vat === undefined && canceled && roll() < 0.4 && registeredAgainOn < (closedOn ?? Infinity) - 60)
    return [...periods, { start: registeredAgainOn, end: closedOn, canceled: false, message: null }];
  return periods;
}

/** Inactive: firms that never file, and some others. */
function drawInactive(entity: Entity): TaxHistory['inactive'] {
  const { world, index, registeredOn, closedOn, business } = entity;
  if (entity.tax.inactiveSince !== undefined) {
    const from = entity.tax.inactiveSince;
    return from === null ? null : { from, published: from + 5, until: entity.tax.reactivatedSince ?? null };
  }
  if (isIndividual(entity.form)) return null;
  const roll = random(world.seed, index, 'inactive');
  const silent = business.files === 'never' && roll() < 0.6;
  const from = registeredOn + 500 + waitDays(roll(), (silent ? 2 : 160) * YEAR_DAYS);
  if (closedOn !== null && from >= closedOn) return null;
  const reactivatedOn = from + within(roll(), 200, 1200);
  const returns = !silent && roll() < 0.4 && (closedOn === null || reactivatedOn < closedOn);
  return { from, published: from + 5, until: returns ? reactivatedOn : null };
}

function eInvoiceFrom(entity: Entity): number | null {
  const roll = chance(entity.world.seed, entity.index, 'e-invoice');
  if (isIndividual(entity.form) && roll < 0.7) return null;
  return Math.max(entity.registeredOn + 10, E_INVOICE_FROM + Math.floor(roll * 200) - 30);
}
