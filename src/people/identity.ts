/** How sure it is that the lines of one person speak of one human, and that nobody else hides behind the name. Nothing is merged silently. */
import { letters } from '#base/person-id.ts';

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
  reasons: string[];
}

/** Names borne by so many are common: two of them may share a birth day and a town. Counting stops here. */
export const NAMESAKES_MAX = 100;

export function confidenceOf({ id, companies, namesakes, tied }: IdentityFacts): IdentityConfidence {
  const letter = id.charAt(0);
  const reasons: string[] = [];
  if (letter === letters.name)
    return {
      level: 'low',
      reasons: [
        'No birth data is published: the identity rests on the name in one firm and is never joined with another.',
        ...aboutNamesakes(namesakes, 'One of them may be the same person.'),
      ],
    };
  const place = letter === letters.birthDateAndPlace;
  const what = place ? 'name, birth date and birth place' : 'name and birth date';
  reasons.push(companies === 1 ? `Known from one firm, by ${what}.` : `The same ${what} in ${companies} firms.`);
  if (!place) reasons.push('No birth place is published: a namesake born on the same day cannot be told apart.');
  if (tied) reasons.push('Trade registry and list of shareholders name the person in the same firm.');
  const common = namesakes >= NAMESAKES_MAX && companies > 1 && !tied;
  if (common) reasons.push('The name is so common that two people may share birth date and birth place.');
  reasons.push(...aboutNamesakes(namesakes, 'They are kept apart: their birth data differs or is not published.'));
  return { level: place && !common ? 'high' : 'medium', reasons };
}

function aboutNamesakes(namesakes: number, consequence: string): string[] {
  if (namesakes === 0) return [];
  const count = namesakes >= NAMESAKES_MAX ? `${NAMESAKES_MAX} or more` : String(namesakes);
  return [`${count} other ${namesakes === 1 ? 'person bears' : 'persons bear'} the name. ${consequence}`];
}
