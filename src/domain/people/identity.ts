/** How sure it is that the lines of one person speak of one human, and that nobody else hides behind the name. Nothing is merged silently. */

import type { Message } from '#lib/i18n/message.ts';
import { letters } from '#lib/values/person-id.ts';
import { messages } from '#locales/messages.ts';

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
  reasons: Message[];
}

/** Names borne by so many are common: two of them may share a birth day and a town. Counting stops here. */
export const NAMESAKES_MAX = 100;

export function confidenceOf({ id, companies, namesakes, tied }: IdentityFacts): IdentityConfidence {
  const letter = id.charAt(0);
  if (letter === letters.name)
    return {
      level: 'low',
      reasons: [messages.identity.nameOnly(), ...aboutNamesakes(namesakes, messages.identity.perhapsTheSame())],
    };
  const place = letter === letters.birthDateAndPlace;
  const reasons = [restsOn(place, companies)];
  if (!place) reasons.push(messages.identity.noPlace());
  if (tied) reasons.push(messages.identity.tied());
  const common = namesakes >= NAMESAKES_MAX && companies > 1 && !tied;
  if (common) reasons.push(messages.identity.commonName());
  reasons.push(...aboutNamesakes(namesakes, messages.identity.keptApart()));
  return { level: place && !common ? 'high' : 'medium', reasons };
}

function restsOn(place: boolean, companies: number): Message {
  if (companies === 1) return place ? messages.identity.oneFirmByPlace() : messages.identity.oneFirmByDate();
  return place ? messages.identity.firmsByPlace({ companies }) : messages.identity.firmsByDate({ companies });
}

function aboutNamesakes(namesakes: number, consequence: Message): Message[] {
  if (namesakes === 0) return [];
  if (namesakes === 1) return [messages.identity.namesake({ consequence })];
  return namesakes < NAMESAKES_MAX
    ? [messages.identity.namesakes({ count: namesakes, consequence })]
    : [messages.identity.manyNamesakes({ count: NAMESAKES_MAX, consequence })];
}
