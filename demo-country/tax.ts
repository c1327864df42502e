/** What the tax authority records of an entity: VAT, cash basis, split payment, inactivity, e-invoicing; all as days. */
import { dayNumber, YEAR_DAYS } from './days.ts';
import { isIndividual, type Life } from './life-cycle.ts';
import { chance, dice, wait, within } from './random.ts';

export interface TaxLife {
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

export function taxOf(life: Life): TaxLife {
  const inactive = drawInactive(life);
  const vat = drawVat(life, inactive?.from ?? null);
  const first = vat[0]?.start;
  const roll = dice(life.world.seed, life.index, 'tax');
  const cashBasis = life.tax.cashBasis ?? roll() < 0.12;
  const split = life.tax.splitVat ?? roll() < 0.004;
  return {
    vat,
    cashBasis: cashBasis && first !== undefined ? cashBasisOf(life, Math.max(first, CASH_BASIS_FROM)) : null,
    splitVat:
      split && first !== undefined && first < SPLIT_VAT.until
        ? { ...SPLIT_VAT, from: Math.max(first, SPLIT_VAT.from) }
        : null,
    inactive,
    eInvoiceFrom: eInvoiceFrom(life),
  };
}

/** Those who sell too much for it must leave: some did. */
function cashBasisOf(life: Life, from: number): TaxLife['cashBasis'] {
  const { leftCashBasis } = life.tax;
  const isLeft = leftCashBasis ?? (life.business.turnover > CASH_BASIS_MAX && !life.tax.cashBasis);
  return { from, until: isLeft ? from + 3 * YEAR_DAYS : null };
}

const CANCELED_EX_OFFICIO = 'ANULARE DIN OFICIU, ART. 316 ALIN. (11) LIT. A';
const CANCELED_ON_REQUEST = 'SCOATERE DIN EVIDENȚĂ LA CERERE, ART. 310 ALIN. (7)';

function drawVat(life: Life, inactiveFrom: number | null): TaxLife['vat'] {
  const { world, index, registeredOn, closedOn, business } = life;
  const roll = dice(world.seed, index, 'vat');
  const likely = isIndividual(life.form) ? 0.06 : business.turnover > VAT_THRESHOLD ? 0.93 : 0.2;
  const drawn = roll() < likely ? 'registered' : 'never';
  const state = life.tax.vat ?? drawn;
  if (state === 'never') return [];
  const atOnce = roll() < 0.6 || life.tax.vat !== undefined;
  const registered = registeredOn + (atOnce ? within(roll(), 3, 40) : wait(roll(), 3 * YEAR_DAYS));
  const start = Math.max(VAT_FROM, registered);
  const lost =
    state === 'canceled' ? world.founded - 300 : life.tax.vat ? Infinity : start + 90 + wait(roll(), 60 * YEAR_DAYS);
  const end = Math.min(lost, inactiveFrom ?? Infinity, closedOn ?? Infinity);
  if (end <= start) return [];
  if (end === Infinity) return [{ start, end: null, canceled: false, message: null }];
  const canceled = end !== closedOn;
  const exOfficio = end === inactiveFrom || roll() < 0.5;
  const message = canceled ? (exOfficio ? CANCELED_EX_OFFICIO : CANCELED_ON_REQUEST) : null;
  const periods = [{ start, end, canceled, message }];
  const again = end + within(roll(), 120, 900);
  if (life.tax.vat === undefined && canceled && roll() < 0.4 && again < (closedOn ?? Infinity) - 60)
    return [...periods, { start: again, end: closedOn, canceled: false, message: null }];
  return periods;
}

/** Inactivity comes to those who never file, and to some others. */
function drawInactive(life: Life): TaxLife['inactive'] {
  const { world, index, registeredOn, closedOn, business } = life;
  if (life.tax.inactiveSince !== undefined) {
    const from = life.tax.inactiveSince;
    return from === null ? null : { from, published: from + 5, until: life.tax.reactivatedSince ?? null };
  }
  if (isIndividual(life.form)) return null;
  const roll = dice(world.seed, index, 'inactive');
  const silent = business.files === 'never' && roll() < 0.6;
  const from = registeredOn + 500 + wait(roll(), (silent ? 2 : 160) * YEAR_DAYS);
  if (closedOn !== null && from >= closedOn) return null;
  const back = from + within(roll(), 200, 1200);
  const returns = !silent && roll() < 0.4 && (closedOn === null || back < closedOn);
  return { from, published: from + 5, until: returns ? back : null };
}

function eInvoiceFrom(life: Life): number | null {
  const roll = chance(life.world.seed, life.index, 'e-invoice');
  if (isIndividual(life.form) && roll < 0.7) return null;
  return Math.max(life.registeredOn + 10, E_INVOICE_FROM + Math.floor(roll * 200) - 30);
}
