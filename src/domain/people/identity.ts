/** How sure it is that the lines of one person speak of one human, and that nobody else hides behind the name. Nothing is merged silently. */

import type { Sentence } from '#lib/i18n/sentence.ts';
import { letters } from '#lib/values/person-id.ts';
import { because } from './sentences.ts';

export interface IdentityFacts {
  id: string;
  /** Firms. */
  companies: number;
  /** Other persons of the same name, counted up to `NAMESAKES_MAX`. */
  namesakes: number;
  /** Registry and shareholders, two sources, name them in one firm. */
  tied: boolean;
}

export const levels = ['high', 'medium', 'low'] as const;

export interface IdentityConfidence {
  level: (typeof levels)[number];
  reasons: Sentence[];
}

/** Names borne by so many are common: two of them may share a birth day and a town. Counting stops here. */
export const NAMESAKES_MAX = 100;

export function confidenceOf({ id, companies, namesakes, tied }: IdentityFacts): IdentityConfidence {
  const letter = id.charAt(0);
  if (letter === letters.name)
    return {
      level: 'low',
      reasons: [because.nameOnly(), ...aboutNamesakes(namesakes, because.perhapsTheSame())],
    };
  const place = letter === letters.birthDateAndPlace;
  const reasons = [restsOn(place, companies)];
  if (!place) reasons.push(because.noPlace());
  if (tied) reasons.push(because.tied());
  const common = namesakes >= NAMESAKES_MAX && companies > 1 && !tied;
  if (common) reasons.push(because.commonName());
  reasons.push(...aboutNamesakes(namesakes, because.keptApart()));
  return { level: place && !common ? 'high' : 'medium', reasons };
}

function restsOn(place: boolean, companies: number): Sentence {
  if (companies === 1) return place ? because.oneFirmByPlace() : because.oneFirmByDate();
  return place ? because.firmsByPlace({ companies }) : because.firmsByDate({ companies });
}

function aboutNamesakes(namesakes: number, consequence: Sentence): Sentence[] {
  if (namesakes === 0) return [];
  if (namesakes === 1) return [because.namesake({ consequence })];
  return namesakes < NAMESAKES_MAX
    ? [because.namesakes({ count: namesakes, consequence })]
    : [because.manyNamesakes({ count: NAMESAKES_MAX, consequence })];
}
