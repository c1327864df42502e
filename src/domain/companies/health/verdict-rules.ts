/** The rules that lower a verdict, whatever the score says: each names what it found and the figures it rests on. */

import type { FigureInput } from '#domain/companies/balances/remark.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import type { ScoredYear } from './altman.ts';

import type { VerdictCode } from './shape.ts';

/** What holds today, from the registry, the tax authority and the lists of debtors. Null is "not known", never "no". */
export interface HealthFacts {
  today: Day;
  registeredOn: Day | null;
  struckOff: boolean | null;
  /** Insolvency, judicial reorganisation or bankruptcy. */
  insolvency: boolean | null;
  dissolution: boolean | null;
  suspended: boolean | null;
  /** Declared inactive by the tax authority. */
  inactive: boolean | null;
  /** Overdue taxes in lei: 0 when the list was read and does not name the company, null when it is not loaded. */
  taxDebt: number | null;
}

/** What the rules look at. `facts` and `expected` are left out when an earlier year is judged. */
export interface Case {
  /** Newest first. */
  years: readonly ScoredYear[];
  facts?: HealthFacts;
  /** Years whose balance sheet should be public, newest first; without those of which nobody knows whether there is one. */
  expected?: readonly number[];
}

/** The best verdict that is left when the rule fires. */
type Cap = Exclude<VerdictCode, 'solid' | 'undetermined'>;

export interface Hit {
  cap: Cap;
  found: Message;
  inputs: FigureInput[];
}

/** Two years of losses are bad luck or an investment; three are a habit. */
const LOSS_YEARS_FAIR = 2;
const LOSS_YEARS_WATCH = 3;

/** Losing more than half of the turnover in a year … */
const COLLAPSE = 0.5;
/** … of a firm that had some: the turnover of very small firms swings. */
const COLLAPSE_FROM_RON = 100_000;

/** Overdue taxes above a tenth of what the firm owns weigh on it. */
const HEAVY_TAX_DEBT = 0.1;

/** Law 31/1990, art. 153^24: net assets below half of the subscribed capital oblige the company to act. */
const CAPITAL_LEFT_MIN = 0.5;

/** Every rule that fires, in the order of this list. */
export const hits = (one: Case): Hit[] => [...todaysHits(one), ...figureHits(one.years)];

function* todaysHits({ years, facts, expected }: Case): Generator<Hit> {
  if (!facts || !expected) return;
  if (facts.struckOff) yield hit('distress', messages.health.struckOff());
  if (facts.insolvency) yield hit('distress', messages.health.insolvency());
  if (facts.dissolution) yield hit('distress', messages.health.dissolution());
  if (facts.inactive) yield hit('watch', messages.health.inactive());
  const recent = expected.slice(0, 2);
  if (recent.length === 2 && !years.some(({ year }) => year >= Number(recent[1]))) {
    yield hit(
      'watch',
      messages.health.noRecentBalance(),
      ...recent.map((year) => ({ name: 'balance', year, value: null })),
    );
  }
  if (facts.taxDebt !== null && facts.taxDebt > 0) {
    const totalAssets = years[0]?.summary.totalAssets ?? null;
    const heavy = totalAssets !== null && facts.taxDebt > HEAVY_TAX_DEBT * totalAssets;
    yield hit(heavy ? 'watch' : 'fair', messages.health.taxDebt(), {
      name: 'taxDebt',
      year: null,
      value: facts.taxDebt,
    });
  }
}

function* figureHits(years: readonly ScoredYear[]): Generator<Hit> {
  const [newest, before] = years;
  if (!newest) return;
  const { year, summary } = newest;
  const { equity, capital, turnover } = summary;
  const input = (name: string, value: number | null, of = year): FigureInput => ({ name, year: of, value });

  if (equity !== null && equity < 0) yield hit('watch', messages.health.negativeEquity(), input('equity', equity));
  else if (equity !== null && capital !== null && equity < CAPITAL_LEFT_MIN * capital) {
    yield hit('watch', messages.health.capitalLost(), input('equity', equity), input('capital', capital));
  }

  const losses = lossYears(years);
  if (losses.length >= LOSS_YEARS_FAIR) {
    const cap = losses.length >= LOSS_YEARS_WATCH ? 'watch' : 'fair';
    yield hit(
      cap,
      messages.health.losses(),
      ...losses.map((loss) => input('netProfit', loss.summary.netProfit, loss.year)),
    );
  }

  const earlier = before?.year === year - 1 ? before.summary.turnover : null;
  if (turnover !== null && earlier !== null && earlier >= COLLAPSE_FROM_RON && turnover < COLLAPSE * earlier) {
    yield hit(
      'watch',
      messages.health.turnoverCollapse(),
      input('turnover', turnover),
      input('turnover', earlier, year - 1),
    );
  }
}

/** The unbroken run of years with a loss that ends with the newest. */
function lossYears(years: readonly ScoredYear[]): ScoredYear[] {
  const first = years[0]?.year ?? 0;
  const end = years.findIndex(({ year, summary }, i) => year !== first - i || !((summary.netProfit ?? 0) < 0));
  return years.slice(0, end === -1 ? years.length : end);
}

const hit = (cap: Cap, found: Message, ...inputs: FigureInput[]): Hit => ({ cap, found, inputs });
