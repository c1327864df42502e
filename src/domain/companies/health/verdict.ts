/** The verdict: the zone of the score, lowered by the rules that fire, each with its inputs. */

import { type FigureInput, type Finding, remark } from '#domain/companies/balances/remark.ts';
import type { Message, Translate } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import type { ScoredYear } from './altman.ts';
import type { Altman, Verdict, VerdictCode, Zone } from './shape.ts';

const byZone = { safe: 'solid', grey: 'fair', distress: 'distress' } as const satisfies Record<Zone, VerdictCode>;

const gravity = { solid: 0, fair: 1, watch: 2, distress: 3 } as const;

const zoneMessages = {
  safe: messages.health.zoneSafe,
  grey: messages.health.zoneGrey,
  distress: messages.health.zoneDistress,
};

/** Without a score only a rule that caps at `distress` decides; any other rule is an upper bound only. */
export function verdict(score: Altman, healthCase: HealthCase, t: Translate): Verdict {
  const fired = ruleHits(healthCase);
  const base = score.zone === null ? null : byZone[score.zone];
  const caps = [...(base === null ? [] : [base]), ...fired.map((hit) => hit.cap)];
  const worst = caps.toSorted((a, b) => gravity[b] - gravity[a])[0] ?? null;
  const code = worst !== null && (base !== null || worst === 'distress') ? worst : 'undetermined';
  const reasons = [
    ...fired.map(({ cap, message: found, inputs }) => ({
      gravity: gravity[cap],
      finding: { ...remark(found, t), inputs },
    })),
    { gravity: base === null ? -1 : gravity[base], finding: ofScore(score, healthCase.years[0]?.year ?? null, t) },
  ];
  return {
    code,
    label: t(messages.verdict[code]()),
    reasons: reasons.toSorted((a, b) => b.gravity - a.gravity).map((reason) => reason.finding),
  };
}

function ofScore(score: Altman, year: number | null, t: Translate): Finding {
  const reason = score.zone === null ? score.noScore : remark(zoneMessages[score.zone](), t);
  if (reason === null) throw new Error('A score has a zone, or a reason why there is none.');
  return { ...reason, inputs: [{ name: 'z', year, value: score.z }] };
}

/** Current facts from the registry, the tax authority and the lists of debtors. Null is "unknown", never "no". */
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
  /** Overdue taxes in lei: 0 when the list does not name the company, null when no list is loaded. */
  taxDebt: number | null;
}

/** Input of the rules. The verdict on an earlier year omits `facts` and `expected`. */
interface HealthCase {
  /** Newest first. */
  years: readonly ScoredYear[];
  facts?: HealthFacts;
  /** Years whose balance sheet should be public, newest first; without years whose source did not answer. */
  expected?: readonly number[];
}

/** Upper bound of the verdict when the rule fires. */
type Cap = Exclude<VerdictCode, 'solid' | 'undetermined'>;

interface Hit {
  cap: Cap;
  message: Message;
  inputs: FigureInput[];
}

/** Two years of losses are bad luck or an investment; three are a habit. */
const LOSS_YEARS_FAIR = 2;
const LOSS_YEARS_WATCH = 3;

/** Losing more than half of the turnover in a year … */
const COLLAPSE = 0.5;
/** … of a firm above this turnover: that of very small firms swings. */
const COLLAPSE_FROM_RON = 100_000;

/** Overdue taxes above this share of the assets weigh on a firm. */
const HEAVY_TAX_DEBT = 0.1;

/** Law 31/1990, art. 153^24: net assets below half of the subscribed capital oblige the company to act. */
const CAPITAL_REMAINING_MIN = 0.5;

const ruleHits = (healthCase: HealthCase): Hit[] => [...currentHits(healthCase), ...figureHits(healthCase.years)];

function* currentHits({ years, facts, expected }: HealthCase): Generator<Hit> {
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
  else if (equity !== null && capital !== null && equity < CAPITAL_REMAINING_MIN * capital) {
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

/** Consecutive years with a loss, up to the newest. */
function lossYears(years: readonly ScoredYear[]): ScoredYear[] {
  const first = years[0]?.year ?? 0;
  const end = years.findIndex(({ year, summary }, i) => year !== first - i || !((summary.netProfit ?? 0) < 0));
  return years.slice(0, end === -1 ? years.length : end);
}

const hit = (cap: Cap, message: Message, ...inputs: FigureInput[]): Hit => ({ cap, message, inputs });
