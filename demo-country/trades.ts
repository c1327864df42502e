/** Trades: CAEN classes with the economics of their section. Most firms are in the sixty busiest classes. */
import { readReference } from '#lib/values/reference-tables.ts';
import { fold } from '#lib/values/text.ts';
import { pick, random, weighted } from './random.ts';
import type { World } from './world.ts';

/** Busy classes whose code and title changed; 4781 of Rev.3 sells cars, 4781 of Rev.2 food at market stalls. */
const MOVED = new Map(
  Object.entries({
    '3100': '3109', // furniture
    '4672': '4531', // wholesale of parts of motor vehicles
    '4673': '4540', // motorcycles
    '4712': '4719', // other non-specialised retail
    '4740': '4741', // computers and telephones
    '4781': '4511', // sale of motor vehicles
    '4782': '4532', // retail of parts of motor vehicles
    '4933': '4932', // taxis and cars with drivers
    '6220': '6202', // computer consultancy
    '9531': '4520', // repair of motor vehicles
    '9621': '9602', // hairdressers
    '9622': '9602', // beauty care
  }),
);

type Class = { code: string; title_ro: string; title_en: string };

const rev2Classes = readReference<keyof Class | 'code_in_rev3'>('caen-rev2.tsv');
const unchangedCodes = new Set(rev2Classes.filter((row) => row.code_in_rev3 === 'same_title').map(({ code }) => code));

/** By either title; a title of two classes is ambiguous and skipped. */
const byTitle = new Map(
  [
    ...Map.groupBy(
      rev2Classes.flatMap((row) => titlesOf(row).map((title) => ({ title, code: row.code }))),
      ({ title }) => title,
    ),
  ]
    .filter(([, rows]) => new Set(rows.map(({ code }) => code)).size === 1)
    .map(([title, rows]) => [title, rows[0]?.code ?? '']),
);

const rev2ByTitle = new Map(
  readReference<keyof Class>('caen-rev3.tsv').map((row) => [
    row.code,
    titlesOf(row).flatMap((title) => byTitle.get(title) ?? []),
  ]),
);

export function rev2ClassOf(code: string): string {
  if (unchangedCodes.has(code)) return code;
  const [sameTitle] = rev2ByTitle.get(code) ?? [];
  return MOVED.get(code) ?? sameTitle ?? nearest(code);
}

function titlesOf({ title_ro, title_en }: Class): string[] {
  return [title_ro, title_en].map((title) => fold(title));
}

/** The first class with the longest common prefix. */
function nearest(code: string): string {
  for (let length = 4; length > 0; length--) {
    const near = rev2Classes.find((candidate) => candidate.code.startsWith(code.slice(0, length)));
    if (near) return near.code;
  }
  throw new Error(`No Rev.2 class is near ${code}.`);
}

export interface Trade {
  /** CAEN Rev.3 class. */
  code: string;
  section: string;
  /** The class of Rev.2 that the firm had before 2025. */
  rev2: string;
  economics: Economics;
}

/** Typical figures of a section; each firm departs from them. */
interface Economics {
  /** Turnover against the average firm. */
  size: number;
  /** Turnover in lei that one employee brings in a year. */
  perEmployee: number;
  /** Total assets for one leu of turnover. */
  assets: number;
  /** Gross profit for one leu of turnover. */
  margin: number;
  /** Shares of total assets. */
  fixed: number;
  stocks: number;
  receivables: number;
}

const economics = (
  size: number,
  perEmployee: number,
  assets: number,
  margin: number,
  fixed: number,
  stocks: number,
  receivables: number,
): Economics => ({ size, perEmployee, assets, margin, fixed, stocks, receivables });

const ORDINARY = economics(0.6, 220_000, 0.8, 0.09, 0.4, 0.08, 0.27);
const bySection: Record<string, Economics> = {
  A: economics(1.1, 480_000, 1.6, 0.09, 0.55, 0.18, 0.14),
  B: economics(2.5, 420_000, 1.3, 0.07, 0.6, 0.08, 0.18),
  C: economics(2.2, 310_000, 0.9, 0.06, 0.44, 0.18, 0.24),
  D: economics(5, 1_900_000, 1.5, 0.1, 0.66, 0.02, 0.2),
  E: economics(1.8, 300_000, 1.0, 0.07, 0.5, 0.06, 0.28),
  F: economics(1.2, 330_000, 0.85, 0.08, 0.3, 0.14, 0.36),
  G: economics(2, 780_000, 0.45, 0.04, 0.2, 0.38, 0.25),
  H: economics(1, 310_000, 0.6, 0.05, 0.46, 0.02, 0.34),
  I: economics(0.6, 150_000, 0.8, 0.07, 0.55, 0.08, 0.1),
  K: economics(0.8, 280_000, 0.5, 0.16, 0.18, 0.02, 0.4),
  L: economics(0.9, 350_000, 1.4, 0.12, 0.4, 0, 0.35),
  M: economics(0.7, 700_000, 4.5, 0.22, 0.72, 0.1, 0.08),
  N: economics(0.5, 230_000, 0.6, 0.18, 0.22, 0.02, 0.38),
};

/** The sixty busiest classes, busiest first. */
const BUSY = (
  '4711 4100 4941 4712 5611 6210 7020 4690 9531 4771 4332 5630 4399 7112 4322 6820 4778 4321 4931 9621 ' +
  '0111 4933 5320 4639 8121 4672 4334 6920 4752 4673 7311 6220 8623 8559 4781 0145 4683 4617 4619 4773 ' +
  '9622 7499 6812 4776 4724 0161 5510 4649 4631 4740 5520 7420 8622 1623 3100 1071 7911 9329 4782 6832'
).split(' ');
const BUSY_SHARE = 0.75;

export const trades: readonly Trade[] = readReference<'section' | 'code'>('caen-rev3.tsv').map(({ section, code }) => ({
  code,
  section,
  rev2: rev2ClassOf(code),
  economics: bySection[section] ?? ORDINARY,
}));

const byCode = new Map(trades.map((trade) => [trade.code, trade]));

export function tradeOf(code: string): Trade {
  const trade = byCode.get(code);
  if (!trade) throw new Error(`CAEN Rev.3 has no class ${code}.`);
  return trade;
}

const busy = BUSY.map(tradeOf);
const quiet = trades.filter((trade) => !BUSY.includes(trade.code));
const pickBusy = weighted([...busy.entries()], ([rank]) => 1 / (rank + 12));
const bySectionTrades = Map.groupBy(trades, (trade) => trade.section);

export const drawTrade = (world: World, which: number, roll: number): Trade =>
  which < busyShare(world) ? pickBusy(roll)[1] : pick(quiet, roll);

/** The share among firms that are no peers, so that all firms together reach BUSY_SHARE. */
function busyShare(world: World): number {
  const peerShare = world.companies < COVERAGE_MIN_FIRMS ? 0 : (trades.length * PEERS_PER_CLASS) / world.companies;
  return (BUSY_SHARE - (peerShare * BUSY.length) / trades.length) / (1 - peerShare);
}

/** Another class that a firm of this trade would also be authorised for: mostly of its own section. */
const drawSideTrade = (trade: Trade, which: number, roll: number): Trade =>
  which < 0.55 ? pick(bySectionTrades.get(trade.section) ?? trades, roll) : pickBusy(roll)[1];

/** Peers of each class: firms that any class can be compared with. */
const PEERS_PER_CLASS = 4;
/** In a smaller country peers would be most of the firms. */
const COVERAGE_MIN_FIRMS = 20_000;
/** Peers are old enough to have filed: the index below which firms are several years old, as a share of all. */
const OLD_SHARE = 0.8;
const FIRST_PEER = 200;

/** The trade of a peer: an SRL that stays operating and files every year. Null for other firms. */
export function peerTradeOf(world: World, index: number): Trade | null {
  if (world.companies < COVERAGE_MIN_FIRMS) return null;
  const slots = trades.length * PEERS_PER_CLASS;
  const stride = Math.floor((world.companies * OLD_SHARE - FIRST_PEER) / slots);
  const slot = (index - FIRST_PEER) / stride;
  if (slot < 0 || slot >= slots || !Number.isInteger(slot)) return null;
  return trades[slot % trades.length] ?? null;
}

/** Authorised classes in the registry: the main one first, 4.8 on average. */
export function drawActivities(world: World, index: number, trade: Trade): Trade[] {
  const roll = random(world.seed, index, 'activities');
  const list = [trade];
  const extra = Math.min(ACTIVITIES_MAX, Math.floor(-Math.log(1 - roll()) * 4.7));
  for (let i = 0; i < extra; i++) {
    const side = drawSideTrade(trade, roll(), roll());
    if (!list.includes(side)) list.push(side);
  }
  return list;
}

const ACTIVITIES_MAX = 40;
