/** The verdict: the zone of the score, lowered by the rules that fired. */

import { type Finding, remark } from '#domain/companies/balances/remark.ts';
import type { Translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

import type { Altman, Verdict, VerdictCode, Zone } from './shape.ts';
import { type Case, hits } from './verdict-rules.ts';

const byZone = { safe: 'solid', grey: 'fair', distress: 'distress' } as const satisfies Record<Zone, VerdictCode>;

/** The worse the higher. */
const gravity = { solid: 0, fair: 1, watch: 2, distress: 3 } as const;

const zonesSaid = {
  safe: messages.health.zoneSafe,
  grey: messages.health.zoneGrey,
  distress: messages.health.zoneDistress,
};

/** Without a score only what ends a company decides; any other rule says no more than "not better than". */
export function verdict(score: Altman, one: Case, t: Translate): Verdict {
  const fired = hits(one);
  const base = score.zone === null ? null : byZone[score.zone];
  const caps = [...(base === null ? [] : [base]), ...fired.map((hit) => hit.cap)];
  const worst = caps.toSorted((a, b) => gravity[b] - gravity[a])[0] ?? null;
  const code = worst !== null && (base !== null || worst === 'distress') ? worst : 'undetermined';
  const reasons = [
    ...fired.map(({ cap, found, inputs }) => ({ gravity: gravity[cap], finding: { ...remark(found, t), inputs } })),
    { gravity: base === null ? -1 : gravity[base], finding: ofScore(score, one.years[0]?.year ?? null, t) },
  ];
  return {
    code,
    label: t(messages.verdict[code]()),
    reasons: reasons.toSorted((a, b) => b.gravity - a.gravity).map((reason) => reason.finding),
  };
}

function ofScore(score: Altman, year: number | null, t: Translate): Finding {
  const found = score.zone === null ? score.noScore : remark(zonesSaid[score.zone](), t);
  if (found === null) throw new Error('A score has a zone, or a reason why there is none.');
  return { ...found, inputs: [{ name: 'z', year, value: score.z }] };
}
