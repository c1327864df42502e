/**
 * The registry's titles (CALITATE) as one of a few roles, by reference/officer-roles.tsv: the longest beginning that fits decides. Insolvency
 * practitioners, auditors and others whom a court or the law appoints serve hundreds of firms that have nothing else in common: their
 * roles are no tie between companies and do not count among those that a person runs. The same holds for liquidators, whom the members
 * may choose, but only among authorised practitioners (art. 253 (1) of Law 31/1990). A family business has no other owners than the
 * members and the representative whom its file names.
 */
import { readReference } from './reference-tables.ts';
import { words } from './text.ts';

export const roles = ['administrator', 'shareholder', 'owner', 'representative', 'insolvencyPractitioner'] as const;
export type Role = (typeof roles)[number];

interface Meaning {
  role: Role;
  /** The same in a family business. */
  familyRole: Role;
  /** Whether it takes over a firm from those who run it: a court's practitioner, or a liquidator chosen by the members. */
  inCharge: boolean;
  /** Whether it ties the companies in which somebody holds it. */
  ties: boolean;
}

/** A title in the singular, the plural and the feminine; the longest first. */
const table = readReference<'begins_with' | 'role' | 'family_role' | 'ties'>('officer-roles.tsv')
  .flatMap(({ begins_with, ...row }) => begins_with.split(', ').map((start) => ({ ...row, start })))
  .toSorted((a, b) => b.start.length - a.start.length);

/** A few dozen titles name all officers of the country: worked out once each. The bound is for dirt. */
const known = new Map<string, Meaning>();
const KNOWN_MAX = 10_000;

function meaningOf(title: string | null): Meaning {
  if (title === null) return NAMELESS;
  const before = known.get(title);
  if (before) return before;
  const folded = words(title).join(' ');
  const row = table.find(({ start }) => folded === start || folded.startsWith(`${start} `));
  const meaning = row
    ? {
        role: row.role as Role,
        familyRole: row.family_role as Role,
        inCharge: row.role === 'insolvencyPractitioner' || row.start.startsWith('lichidator'),
        ties: row.ties === 'yes',
      }
    : NAMELESS;
  if (known.size < KNOWN_MAX) known.set(title, meaning);
  return meaning;
}

/** Legal forms of family businesses, the one of before 2008 too. */
const FAMILY: ReadonlySet<string | null> = new Set(['IF', 'AF']);

/** `form`: the legal form of the firm. */
export function roleOf(title: string | null, form: string | null = null): Role {
  const { role, familyRole } = meaningOf(title);
  return FAMILY.has(form) ? familyRole : role;
}

export const isInCharge = (title: string | null): boolean => meaningOf(title).inCharge;

/** Of the title of an officer; shares always tie. */
export const isTying = (title: string | null): boolean => meaningOf(title).ties;

/** Every person in the file is a legal representative, whatever else the title says. */
const NAMELESS: Meaning = { role: 'representative', familyRole: 'owner', inCharge: false, ties: true };
