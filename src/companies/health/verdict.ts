/** The verdict: the zone of the score, lowered by the rules that fired. */

import { type Finding, inBoth, remark } from '#companies/balances/remark.ts';
import { labels, said } from './sentences.ts';
import type { Altman, Verdict, VerdictCode, Zone } from './shape.ts';
import { type Case, hits } from './verdict-rules.ts';

const byZone = { safe: 'solid', grey: 'fair', distress: 'distress' } as const satisfies Record<Zone, VerdictCode>;

/** The worse the higher. */
const gravity = { solid: 0, fair: 1, watch: 2, distress: 3 } as const;

const zoneRemarks = {
  safe: remark(said.zoneSafe()),
  grey: remark(said.zoneGrey()),
  distress: remark(said.zoneDistress()),
};

/** Without a score only what ends a company decides; any other rule says no more than "not better than". */
export function verdict(score: Altman, one: Case): Verdict {
  const fired = hits(one);
  const base = score.zone === null ? null : byZone[score.zone];
  const caps = [...(base === null ? [] : [base]), ...fired.map((hit) => hit.cap)];
  const worst = caps.toSorted((a, b) => gravity[b] - gravity[a])[0] ?? null;
  const code = worst !== null && (base !== null || worst === 'distress') ? worst : 'undetermined';
  const reasons = [
    ...fired.map(({ cap, finding }) => ({ gravity: gravity[cap], finding })),
    { gravity: base === null ? -1 : gravity[base], finding: ofScore(score, one.years[0]?.year ?? null) },
  ];
  return {
    code,
    ...inBoth(labels[code]()),
    reasons: reasons.toSorted((a, b) => b.gravity - a.gravity).map((reason) => reason.finding),
  };
}

function ofScore(score: Altman, year: number | null): Finding {
  const found = score.zone === null ? score.noScore : zoneRemarks[score.zone];
  if (found === null) throw new Error('A score has a zone, or a reason why there is none.');
  return { ...found, inputs: [{ name: 'z', year, value: score.z }] };
}
