/** How sure a verdict is, in one sentence: whether the range leaves its zone, and whether a rule decides whatever the score. */
import type { Language } from '#lib/i18n/message.ts';
import type { IconName } from '#transports/web/components/icon.ts';
import { score } from '#transports/web/formats/numbers.ts';
import type { ToldHealth } from './told.ts';

type Health = ToldHealth['data'];
type Zone = NonNullable<Health['altman']['zone']>;

const texts = {
  ro: {
    zones: { distress: 'zona de risc', grey: 'zona gri', safe: 'zona de siguranță' },
    short: { distress: 'cea de risc', grey: 'cea gri', safe: 'cea de siguranță' },
    certain: 'Încadrare certă.',
    whole: (zone: string) => `Tot intervalul este în ${zone}.`,
    upTo: (high: string, zone: string) =>
      `Ce nu se publică (scadența datoriilor, dobânzile) poate urca scorul până la ${high}, dar nu îl scoate din ${zone}.`,
    between: (low: string, high: string, zone: string) =>
      `Ce nu se publică poate muta scorul între ${low} și ${high}, dar nu îl scoate din ${zone}.`,
    uncertain: 'Incert.',
    crosses: (from: string, into: string) => `Intervalul trece din ${from} în ${into}.`,
    decided: 'Scor incert, verdict cert.',
    lowered: { safe: 'Scor bun, verdict coborât:', grey: 'Verdict coborât sub scor:', distress: '' },
    noScore: 'Fără scor.',
  },
  en: {
    zones: { distress: 'the distress zone', grey: 'the grey zone', safe: 'the safe zone' },
    short: { distress: 'distress', grey: 'grey', safe: 'safe' },
    certain: 'Certain.',
    whole: (zone: string) => `The whole range lies in ${zone}.`,
    upTo: (high: string, zone: string) =>
      `What is not published (when debts fall due, interest) may raise the score to ${high}, but does not move it out of ${zone}.`,
    between: (low: string, high: string, zone: string) =>
      `What is not published may move the score between ${low} and ${high}, but not out of ${zone}.`,
    uncertain: 'Uncertain.',
    crosses: (from: string, into: string) => `The range crosses from ${from} into ${into}.`,
    decided: 'Score uncertain, verdict certain.',
    lowered: { safe: 'Good score, verdict lowered:', grey: 'Verdict below the score:', distress: '' },
    noScore: 'No score.',
  },
} as const;

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
  const words = texts[language];
  const { z, zone, zoneCertain } = altman;
  if (z === null || zone === null)
    return { word: words.noScore, line: whyNone(verdict.reasons), sign: 'unknown', colour: 'quiet' };
  const cap = capOf(verdict, zone);
  const { low, high } = zonesOf(altman, zone);
  if (zoneCertain === false)
    return cap !== null && GRAVITY[cap] >= GRAVITY[BY_ZONE[low]]
      ? { word: words.decided, line: gravest, sign: 'uncertain', colour: 'amber' }
      : {
          word: words.uncertain,
          line: words.crosses(words.zones[low], words.short[high]),
          sign: 'uncertain',
          colour: 'amber',
        };
  if (cap !== null && zone !== 'distress' && GRAVITY[cap] > GRAVITY[BY_ZONE[zone]])
    return { word: words.lowered[zone], line: lowered(gravest), sign: 'certain', colour: 'amber' };
  return { word: words.certain, line: rangeLine(altman, zone, language), sign: 'certain', colour: 'good' };
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
  const words = texts[language];
  const name = words.zones[zone];
  if (z === null || zLow === null || zHigh === null || (z === zLow && z === zHigh)) return words.whole(name);
  return z === zLow
    ? words.upTo(score(zHigh, language), name)
    : words.between(score(zLow, language), score(zHigh, language), name);
}

/** The reason why there is none stands last, after what the rules found. */
const whyNone = (reasons: readonly { label: string }[]): string => reasons.at(-1)?.label ?? '';

/** After a colon a sentence goes on in small letters. */
const lowered = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
