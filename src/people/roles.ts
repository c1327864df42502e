/**
 * The registry's titles (CALITATE) as one of a few roles, by reference/officer-roles.tsv: the longest beginning that fits decides. Insolvency
 * practitioners, auditors and others whom a court or the law appoints serve hundreds of firms that have nothing else in common: their
 * roles are no tie between companies and do not count among those that a person runs.
 */
import { readReference } from '#base/reference-tables.ts';
import { words } from '#base/text.ts';

export const roles = ['administrator', 'shareholder', 'owner', 'representative', 'insolvencyPractitioner'] as const;
export type Role = (typeof roles)[number];

interface Meaning {
  role: Role;
  /** Whether it ties the companies in which somebody holds it. */
  ties: boolean;
}

const table = readReference<'begins_with' | 'role' | 'ties'>('officer-roles.tsv').toSorted(
  (a, b) => b.begins_with.length - a.begins_with.length,
);

/** A few dozen titles name all officers of the country: worked out once each. The bound is for dirt. */
const known = new Map<string, Meaning>();
const KNOWN_MAX = 10_000;

function meaningOf(title: string | null): Meaning {
  if (title === null) return NAMELESS;
  const before = known.get(title);
  if (before) return before;
  const folded = words(title).join(' ');
  const row = table.find(({ begins_with: start }) => folded === start || folded.startsWith(`${start} `));
  const meaning = row ? { role: row.role as Role, ties: row.ties === 'yes' } : NAMELESS;
  if (known.size < KNOWN_MAX) known.set(title, meaning);
  return meaning;
}

export const roleOf = (title: string | null): Role => meaningOf(title).role;

/** Of the title of an officer; shares always tie. */
export const isTying = (title: string | null): boolean => meaningOf(title).ties;

/** Whoever stands in the file is a legal representative, whatever else the title says. */
const NAMELESS: Meaning = { role: 'representative', ties: true };
