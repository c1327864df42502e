/** Suppliers: each division has its own, few of which sell most; some are foreign, and some codes are wrong. */

import { isIndividual } from '#demo-country/entity.ts';
import { firmAt } from '#demo-country/firms.ts';
import { incorporationOf } from '#demo-country/incorporations.ts';
import { type Random, random } from '#demo-country/random.ts';
import { type FirmCase, firmCases } from '#demo-country/showcase.ts';
import { type Cpv, cpvVocabulary } from './cpv.ts';
import type { Frame } from './frame.ts';
import { type Party, spellingAt, spellings, wrongCode } from './party.ts';

interface Supplier {
  id: number;
  cui: string | null;
  closedOn: number | null;
  isSme: boolean;
  spellings: readonly Party[];
}

export interface Suppliers {
  draw(roll: Random, cpv: Cpv, day: number): Party;
  /** As most rows spell it. */
  showcase(id: FirmCase): Party;
  /** All suppliers by the system's ids. Builds all of them. */
  all(): ReadonlyMap<number, Supplier>;
}

/** Firms that sell to the state. */
const SUPPLIER_SHARE = 0.125;
/** A division has at least so many, in the smallest country too. */
const POOL_MIN = 14;
/** And at most so many, in the largest one. */
const POOL_MAX = 2_000;
/** How much more the first of a pool sell than the last. */
const POPULAR = 2.1;

const FOREIGN_SHARE = 0.006;
const WRONG_CODE_SHARE = 0.008;
const FIRST_ID = 100_000;
const SME_TURNOVER_MAX = 2e8;

/** Of the whole market, or of the divisions named. */
const SHOWCASE: { id: FirmCase; share: number; divisions?: string[] }[] = [
  { id: 'stateSupplier', share: 0.02 },
  { id: 'giant', share: 0.25, divisions: ['42'] },
  { id: 'giant', share: 0.003 },
  { id: 'growing', share: 0.06, divisions: ['72', '48'] },
  { id: 'cashBasisVat', share: 0.02, divisions: ['45'] },
  { id: 'foreignParent', share: 0.05, divisions: ['18'] },
  { id: 'hostileName', share: 0.01, divisions: ['79'] },
  { id: 'insurer', share: 0.2, divisions: ['66'] },
  { id: 'insolvent', share: 0.04, divisions: ['60'] },
];

export function suppliersOf({ world, firstDay }: Frame): Suppliers {
  const byIndex = new Map<number, Supplier>();
  const pools = new Map<string, number[]>();
  let registry: ReadonlyMap<number, Supplier> | undefined;

  const supplierAt = (index: number): Supplier =>
    byIndex.getOrInsertComputed(index, () => {
      const entity = firmAt(world, index);
      const id = FIRST_ID + index;
      return {
        id,
        cui: entity.cui,
        closedOn: entity.closedOn,
        isSme: entity.business.turnover < SME_TURNOVER_MAX,
        spellings: spellings(entity, id),
      };
    });

  /** Indices of the firms that sell in a division; a firm itself is built on its first sale. */
  const poolOf = (division: string): number[] =>
    pools.getOrInsertComputed(division, () => {
      const share = cpvVocabulary().divisions.find(({ code }) => code === division)?.share ?? 0;
      const size = Math.min(POOL_MAX, Math.max(POOL_MIN, Math.round(world.companies * SUPPLIER_SHARE * share)));
      const roll = random(world.seed, Number(division), 'pool of suppliers');
      const sections = sectionsOf(division);
      return Array.from({ length: size }, () => drawFirm(roll, sections));
    });

  /** A firm old enough to sell from the first day; of a fitting trade if a few draws find one. */
  const drawFirm = (roll: Random, sections: string): number => {
    let candidate = firmCases.indexOf('growing');
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const index = firmCases.length + Math.floor(roll() * (world.companies - firmCases.length));
      const { form, registeredOn, proceedings, trade } = incorporationOf(world, index);
      const early = proceedings.closedOn !== null && proceedings.closedOn < firstDay + EARLIEST_CLOSING_DAYS;
      if (registeredOn >= firstDay || early || isIndividual(form)) continue;
      candidate = index;
      if (attempt >= FITTING_ATTEMPTS || sections.includes(trade.section)) break;
    }
    return candidate;
  };

  const ordinary = (roll: Random, cpv: Cpv, day: number): Supplier => {
    const pool = poolOf(cpv.division);
    const first = Math.floor(pool.length * roll() ** POPULAR);
    for (let step = 0; step < pool.length; step++) {
      const supplier = supplierAt(pool[(first + step) % pool.length] ?? 0);
      if (supplier.closedOn === null || supplier.closedOn > day) return supplier;
    }
    return supplierAt(firmCases.indexOf('stateSupplier'));
  };

  return {
    draw(roll, cpv, day) {
      let remaining = roll();
      const spelling = roll();
      for (const { id, share, divisions } of SHOWCASE) {
        if (divisions && !divisions.includes(cpv.division)) continue;
        remaining -= share;
        if (remaining < 0) return spellingAt(supplierAt(firmCases.indexOf(id)).spellings, spelling);
      }
      const odd = roll();
      if (odd < FOREIGN_SHARE) return foreigners[Math.floor(roll() * foreigners.length)] as Party;
      const supplier = ordinary(roll, cpv, day);
      const party = spellingAt(supplier.spellings, spelling);
      return odd > 1 - WRONG_CODE_SHARE ? { ...party, code: wrongCode(supplier.cui ?? '', roll()) } : party;
    },
    showcase: (id) => supplierAt(firmCases.indexOf(id)).spellings[0] as Party,
    all() {
      if (registry) return registry;
      const indices = cpvVocabulary().divisions.flatMap(({ code }) => poolOf(code));
      const showcase = SHOWCASE.map(({ id }) => firmCases.indexOf(id));
      const domestic = [...new Set([...indices, ...showcase])].map(supplierAt);
      const foreign = foreigners.map((party) => ({
        id: party.id,
        cui: null,
        closedOn: null,
        isSme: false,
        spellings: [party],
      }));
      registry = new Map([...domestic, ...foreign].map((supplier) => [supplier.id, supplier]));
      return registry;
    },
  };
}

/** Draws for a firm of a fitting trade; later draws accept any firm that is old enough. */
const FITTING_ATTEMPTS = 7;
const ATTEMPTS_MAX = 60;
/** Firms that close earlier in the history are not drawn. */
const EARLIEST_CLOSING_DAYS = 400;

const FIRST_FOREIGN_ID = 90_000_000;

const FIRMS: Pick<Party, 'name' | 'code' | 'city' | 'country'>[] = [
  { name: 'SILBERWOLF MEDIZINTECHNIK GMBH', code: 'DE811193231', city: 'Regensburg', country: 'Germania' },
  { name: 'NORDWIND TEXTIL GMBH', code: 'DE 129273398', city: 'Bremen', country: 'Germania' },
  { name: 'ALPENSTERN ANLAGENBAU GESMBH', code: 'ATU36801500', city: 'Graz', country: 'Austria' },
  { name: 'LUPO ROSSO IMPIANTI S.R.L.', code: 'IT03976881007', city: 'Bergamo', country: 'Italia' },
  { name: 'SOCIETE DU HERON BLEU SAS', code: 'FR40303265045', city: 'Lyon', country: 'Franta' },
  { name: 'ARANYSZARVAS KFT.', code: 'HU12892312', city: 'Debrecen', country: 'Ungaria' },
  { name: 'ZLATNA REKA OOD', code: 'BG175074752', city: 'Ruse', country: 'Bulgaria' },
  { name: 'DE ZILVEREN REIGER B.V.', code: 'NL001690127B02', city: 'Utrecht', country: 'Olanda' },
  { name: 'BIALY ZUBR SP. Z O.O.', code: 'PL5252344078', city: 'Lublin', country: 'Polonia' },
  { name: 'GRAY HERON INSTRUMENTS LTD', code: 'GB 220430231', city: 'Leeds', country: 'Regatul Unit' },
  { name: 'BARZA ALBA S.R.L.', code: '1003600012345', city: 'Chișinău', country: 'Republica Moldova' },
  { name: 'BLUE OWL ANALYTICS INC.', code: '47-1234567', city: 'Boston', country: 'Statele Unite ale Americii' },
];

const foreigners: readonly Party[] = FIRMS.map((firm, n) => ({
  ...firm,
  id: FIRST_FOREIGN_ID + n,
  street: 'Industriestrasse 1',
  county: null,
  postalCode: null,
}));

/** CAEN Rev.3 sections that sell in each CPV division, so that builders build and clinics heal. */

const SECTIONS = new Map(
  (
    '03:AG 09:DGB 14:BCG 15:CGA 22:CJ 30:GK 32:CGK 33:GCR 41:E 44:CGF 45:F 48:K 50:CGT 51:CF 55:I 60:H 63:H ' +
    '64:HK 65:DE 66:L 70:M 71:N 72:K 73:N 75:OP 76:B 77:AO 79:NO 80:Q 85:R 90:EO 92:SJ 98:T'
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);
/** Goods: manufacturing and trade. */
const GOODS = 'CG';

const sectionsOf = (division: string): string => SECTIONS.get(division) ?? GOODS;
