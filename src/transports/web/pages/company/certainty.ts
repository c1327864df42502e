/** How sure a verdict is, in one sentence: whether the range leaves its zone, and whether a rule decides whatever the score. */

import type { Language } from '#lib/i18n/message.ts';
import { score } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { IconName } from '#transports/web/components/icon.ts';
import type { ToldHealth } from './told.ts';

type Health = ToldHealth['data'];
type Zone = NonNullable<Health['altman']['zone']>;

export interface Certainty {
  word: string;
  line: string;
  sign: IconName;
  colour: string;
}

/** The worse the higher. */
const GRAVITY = { solid: 0, fair: 1, watch: 2, distress: 3, undetermined: -1 } as const;
const BY_ZONE = { safe: 'solid', grey: 'fair', distress: 'distress' } as const;
/** Rules that leave no verdict but the worst. */
const ENDING = new Set(['struckOff', 'insolvency', 'dissolution']);

/** `gravest`: the reason that decided, as a sentence. */
export function certaintyOf({ altman, verdict }: Health, gravest: string, language: Language): Certainty {
  const texts = textsOf(language).company.certainty;
  const { z, zone, zoneCertain } = altman;
  if (z === null || zone === null)
    return { word: texts.noScore, line: whyNone(verdict.reasons), sign: 'unknown', colour: 'quiet' };
  const cap = capOf(verdict, zone);
  const { low, high } = zonesOf(altman, zone);
  if (zoneCertain === false)
    return cap !== null && GRAVITY[cap] >= GRAVITY[BY_ZONE[low]]
      ? { word: texts.decided, line: gravest, sign: 'uncertain', colour: 'amber' }
      : {
          word: texts.uncertain,
          line: texts.crosses(texts.zones[low], texts.short[high]),
          sign: 'uncertain',
          colour: 'amber',
        };
  if (cap !== null && zone !== 'distress' && GRAVITY[cap] > GRAVITY[BY_ZONE[zone]])
    return { word: texts.lowered[zone], line: lowered(gravest), sign: 'certain', colour: 'amber' };
  return { word: texts.certain, line: rangeLine(altman, zone, language), sign: 'certain', colour: 'good' };
}

type Code = Exclude<keyof typeof GRAVITY, 'undetermined'>;

/** The best verdict that the rules left, where it can be told from outside. */
function capOf({ code, reasons }: Health['verdict'], zone: Zone): Code | null {
  if (reasons.some((reason) => ENDING.has(reason.code))) return 'distress';
  return code !== 'undetermined' && GRAVITY[code] > GRAVITY[BY_ZONE[zone]] ? code : null;
}

function zonesOf({ zLow, zHigh, thresholds }: Health['altman'], own: Zone): { low: Zone; high: Zone } {
  const zoneOf = (value: number | null): Zone =>
    value === null
      ? own
      : value < thresholds.distressBelow
        ? 'distress'
        : value > thresholds.safeAbove
          ? 'safe'
          : 'grey';
  return { low: zoneOf(zLow), high: zoneOf(zHigh) };
}

function rangeLine({ z, zLow, zHigh }: Health['altman'], zone: Zone, language: Language): string {
  const texts = textsOf(language).company.certainty;
  const name = texts.zones[zone];
  if (z === null || zLow === null || zHigh === null || (z === zLow && z === zHigh)) return texts.whole(name);
  return z === zLow
    ? texts.upTo(score(zHigh, language), name)
    : texts.between(score(zLow, language), score(zHigh, language), name);
}

/** The reason why there is none stands last, after what the rules found. */
const whyNone = (reasons: readonly { label: string }[]): string => reasons.at(-1)?.label ?? '';

/** After a colon a sentence goes on in small letters. */
const lowered = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
