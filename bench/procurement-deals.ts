/** Purchases, award notices and contracts with a realistic skew: few codes, suppliers and authorities have most of them. Row i is the same in every run. */

import type { Row } from '#data/store/table.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import {
  type award,
  type contract,
  type contractSupplier,
  PURCHASE_STATES,
  type purchase,
} from '#domain/procurement/tables.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { readReference } from '#lib/values/reference-tables.ts';

/** Rows from `from` up to and excluding `to`. */
interface Rows {
  from: number;
  to: number;
}

export interface Deals {
  past: Record<'purchases' | 'awards' | 'contracts', Rows>;
  /** Recent rows, half of which correct rows of the past. */
  recent: Record<'purchases' | 'awards' | 'contracts', Rows>;
  purchase(number: number): Row<typeof purchase>;
  award(number: number): Row<typeof award>;
  contract(number: number): Row<typeof contract>;
  /** Suppliers of a contract. */
  suppliers(number: number): Row<typeof contractSupplier>[];
  parties(): Party[];
  lastDay: Day;
}

const FIRST_DAY = '2021-11-01';
const DAYS = 5 * 365;

/** Purchases per authority and supplier: 15,000 authorities and 120,000 suppliers for ten million purchases. */
const PER_AUTHORITY = 660;
const PER_SUPPLIER = 83;
const CONTRACTS_SHARE = 0.15;
const AWARDS_SHARE = 0.1;
const RECENT_SHARE = 0.01;

/** Divisions by number of purchases, the largest first. */
const POPULAR = '33 39 30 44 50 79 45 15 71 34 90 72 24 38 09 31 22 55 80 85 42 48 18 37'.split(' ');

export function drawDeals(count: number): Deals {
  const suppliers = partiesOf(Math.ceil(count / PER_SUPPLIER), 20_000_000, 'FURNIZOR SRL', 1);
  const authorities = partiesOf(Math.ceil(count / PER_AUTHORITY), 4_000_000, 'PRIMARIA COMUNEI', 1 + suppliers.length);
  const codes = codeDrawer();
  const days = Array.from({ length: DAYS }, (_, i) => addDays(FIRST_DAY, i));
  const dayOf = (i: number): Day => days[Math.floor(draw(i, 1) * DAYS)] as Day;
  const day = (i: number): number => dayNumber(dayOf(i));
  const authority = (i: number) => {
    const { key, spelling } = authorities[skewed(i, 2, authorities.length)] as Party;
    return { authority_id: key, authority_spelling: spelling };
  };
  /** Each division has a sixth of all suppliers; one deal in ten belongs to suppliers of every division. */
  const market = Math.ceil(suppliers.length / 6);
  const supplier = (i: number, cpv: string, salt = 3) => {
    const location =
      i % 10 === 0 ? skewed(i, salt, suppliers.length) : skewed(i, salt, market) + Number(cpv.slice(0, 2)) * 1_013;
    const { key, spelling } = suppliers[location % suppliers.length] as Party;
    return { supplier_id: key, supplier_spelling: spelling };
  };
  const value = (i: number, scale: number): number => Math.round(scale * Math.exp(6 * draw(i, 4) ** 1.5) + (i % 100));
  const title = 'Achizitie de produse pentru intretinere si reparatii curente';
  const members = (i: number, cpv: string) => {
    const expected = draw(i, 6) < 0.1 ? 2 + (i % 2) : 1;
    const drawn = Array.from({ length: expected }, (_, n) => supplier(i, cpv, 10 + n));
    return [...new Map(drawn.map((one) => [one.supplier_id, one])).values()];
  };
  const kind = (i: number): string => (draw(i, 7) < 0.8 ? 'contract' : draw(i, 7) < 0.85 ? 'framework' : 'callOff');
  const past = (share: number): Rows => ({ from: 0, to: Math.round(count * share) });
  const recent = (share: number): Rows => {
    const [to, half] = [Math.round(count * share), Math.round((count * share * RECENT_SHARE) / 2)];
    return { from: to - half, to: to + half };
  };
  const spread = (rows: (share: number) => Rows) => ({
    purchases: rows(1),
    awards: rows(AWARDS_SHARE),
    contracts: rows(CONTRACTS_SHARE),
  });
  return {
    past: spread(past),
    recent: spread(recent),
    lastDay: days.at(-1) as Day,
    purchase(i) {
      const cpv = codes(i);
      const accepted = draw(i, 5) < 0.93;
      const bani = value(i, 20_000);
      const on = day(i);
      return {
        key: 20_000_000 + i,
        id: null,
        system_id: null,
        title,
        ...authority(i),
        ...supplier(i, cpv),
        cpv: Number(cpv),
        cpv_title: null,
        value: bani,
        estimated_value: bani + 500,
        state: PURCHASE_STATES.indexOf(accepted ? 'accepted' : 'refused'),
        published_on: on,
        items: null,
        day: accepted ? on : 0,
      };
    },
    award(i) {
      const cpv = codes(i + 7);
      return {
        key: 1_000_000 + i,
        id: null,
        system_id: null,
        object: title,
        ...authority(i),
        ...supplier(i, cpv),
        cpv: Number(cpv),
        cpv_title: null,
        value: value(i, 50_000),
        day: day(i),
      };
    },
    contract(i) {
      const cpv = codes(i + 3);
      const bani = value(i, 2_000_000);
      return {
        key: 2 ** 40 + i,
        number: `${i}/2024`,
        number_folded: `${i}/2024`,
        title,
        day: day(i),
        kind: kind(i),
        value: bani,
        currency: 'RON',
        value_ron: bani,
        value_relation: null,
        ...authority(i),
        authority_county: 'Cluj',
        cpv: Number(cpv),
        cpv_title: null,
        notice: `CN${i}`,
        procedure_type: 'Licitatie deschisa',
        award_notice: `CAN${i}`,
        other_award_notices: null,
        award_system_id: null,
        awarded_on: dayOf(i),
        lots: '[]',
        cancelled_lots: null,
        offers: i % 5 === 0 ? null : 1 + (i % 7),
        eu_funded: false,
        suppliers: members(i, cpv).length,
      };
    },
    suppliers(i) {
      const cpv = codes(i + 3);
      const all = members(i, cpv);
      const share = Math.floor(value(i, 2_000_000) / all.length);
      return all.map((member, position) => ({
        contract: 2 ** 40 + i,
        position,
        day: day(i),
        cpv: Number(cpv),
        kind: kind(i),
        ...member,
        authority_id: authority(i).authority_id,
        city: 'Cluj-Napoca',
        town: position === 0 ? `town ${i % 300}` : null,
        county: 'Cluj',
        seat_county: 'Cluj',
        value_share: share,
      }));
    },
    parties: () => [...authorities, ...suppliers],
  };
}

export function* rowsOf<Drawn>({ from, to }: Rows, rowOrRows: (number: number) => Drawn | Drawn[]): Generator<Drawn> {
  for (let i = from; i < to; i++) {
    const drawn = rowOrRows(i);
    if (Array.isArray(drawn)) yield* drawn;
    else yield drawn;
  }
}

interface Party {
  key: number;
  spelling: number;
  cui: number;
  code: string;
  name: string;
}

const partiesOf = (count: number, from: number, name: string, spelling: number): Party[] =>
  Array.from({ length: count }, (_, i) => {
    const code = cuiOf(from + i);
    return { key: Number(code), spelling: spelling + i, cui: Number(code), code: `RO ${code}`, name: `${name} ${i}` };
  });

/** Draws from all codes: divisions by popularity, the codes of a division by a ranking of their own. */
function codeDrawer(): (i: number) => string {
  const codes = readReference<'code8'>('cpv.tsv').map(({ code8 }) => code8);
  const byDivision = Map.groupBy(codes, (code) => code.slice(0, 2));
  const rest = [...byDivision.keys()].filter((division) => !POPULAR.includes(division));
  const divisions = [...POPULAR, ...rest].map((division) => byDivision.get(division) ?? []);
  const bounds: number[] = [];
  for (const [rank] of divisions.entries()) bounds.push((bounds.at(-1) ?? 0) + 1 / (rank + 2) ** 0.9);
  const whole = bounds.at(-1) ?? 1;
  return (i) => {
    const at = draw(i, 8) * whole;
    const own = divisions[bounds.findIndex((bound) => bound > at)] ?? [];
    return own[skewed(i, 9, own.length)] as string;
  };
}

/** By Zipf's law: the first hundred of 120,000 get an eighth. */
const skewed = (i: number, salt: number, n: number): number => Math.floor(draw(i, salt) ** 3.33 * n);

/** A reproducible number in [0, 1). */
function draw(i: number, salt: number): number {
  let hash = Math.imul(i ^ (i >>> 15) ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
