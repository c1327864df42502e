/** The verdict: the zone of the score, lowered by the rules that fired. */

import { type Finding, remark } from '#companies/balances/remark.ts';
import type { Altman, Verdict, VerdictCode, Zone } from './shape.ts';
import { type Case, hits } from './verdict-rules.ts';

const byZone = { safe: 'solid', grey: 'fair', distress: 'distress' } as const satisfies Record<Zone, VerdictCode>;

/** The worse the higher. */
const gravity = { solid: 0, fair: 1, watch: 2, distress: 3 } as const;

const labels: Record<VerdictCode, [ro: string, en: string]> = {
  solid: ['Solidă', 'Solid'],
  fair: ['Acceptabilă', 'Fair'],
  watch: ['De urmărit', 'To be watched'],
  distress: ['În dificultate', 'In distress'],
  undetermined: ['Nedeterminată', 'Undetermined'],
};

const zoneRemarks = {
  safe: remark('zoneSafe', 'Scorul Altman este în zona sigură.', "Altman's score is in the safe zone."),
  grey: remark('zoneGrey', 'Scorul Altman este în zona gri.', "Altman's score is in the grey zone."),
  distress: remark('zoneDistress', 'Scorul Altman este în zona de risc.', "Altman's score is in the distress zone."),
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
  const [label, labelEn] = labels[code];
  return {
    code,
    label,
    labelEn,
    reasons: reasons.toSorted((a, b) => b.gravity - a.gravity).map((reason) => reason.finding),
  };
}

function ofScore(score: Altman, year: number | null): Finding {
  const said = score.zone === null ? score.noScore : zoneRemarks[score.zone];
  if (said === null) throw new Error('A score has a zone, or a reason why there is none.');
  return { ...said, inputs: [{ name: 'z', year, value: score.z }] };
}
