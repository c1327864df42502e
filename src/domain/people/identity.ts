/** Confidence that the records of one person id are of one human. */

import type { Message } from '#lib/i18n/message.ts';
import { letters } from '#lib/values/person-id.ts';
import { messages } from '#locales/messages.ts';

export interface IdentityFacts {
  id: string;
  /** Firms. */
  companies: number;
  /** Other persons of the same name, counted up to `NAMESAKES_MAX`. */
  namesakes: number;
  /** Both the registry and a list of shareholders name the person in one firm. */
  tied: boolean;
}

export const levels = ['high', 'medium', 'low'] as const;

export interface IdentityConfidence {
  level: (typeof levels)[number];
  reasons: Message[];
}

/** With so many namesakes two persons may share a birth day and a town. Counting stops here. */
export const NAMESAKES_MAX = 100;

export function confidenceOf({ id, companies, namesakes, tied }: IdentityFacts): IdentityConfidence {
  const kind = id.charAt(0);
  if (kind === letters.name)
    return {
      level: 'low',
      reasons: [messages.identity.nameOnly(), ...namesakeReasons(namesakes, messages.identity.perhapsTheSame())],
    };
  const hasPlace = kind === letters.birthDateAndPlace;
  const reasons = [basisOf(hasPlace, companies)];
  if (!hasPlace) reasons.push(messages.identity.noPlace());
  if (tied) reasons.push(messages.identity.tied());
  const common = namesakes >= NAMESAKES_MAX && companies > 1 && !tied;
  if (common) reasons.push(messages.identity.commonName());
  reasons.push(...namesakeReasons(namesakes, messages.identity.keptApart()));
  return { level: hasPlace && !common ? 'high' : 'medium', reasons };
}

function basisOf(hasPlace: boolean, companies: number): Message {
  if (companies === 1) return hasPlace ? messages.identity.oneFirmByPlace() : messages.identity.oneFirmByDate();
  return hasPlace ? messages.identity.firmsByPlace({ companies }) : messages.identity.firmsByDate({ companies });
}

function namesakeReasons(namesakes: number, consequence: Message): Message[] {
  if (namesakes === 0) return [];
  if (namesakes === 1) return [messages.identity.namesake({ consequence })];
  return namesakes < NAMESAKES_MAX
    ? [messages.identity.namesakes({ count: namesakes, consequence })]
    : [messages.identity.manyNamesakes({ count: NAMESAKES_MAX, consequence })];
}
