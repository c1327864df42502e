/**
 * Maps the registry's titles (CALITATE) to roles, by the longest matching prefix in reference/officer-roles.tsv. Insolvency
 * practitioners, auditors and other appointed persons serve hundreds of unrelated firms: their roles are no tie between companies and
 * do not count among the companies that a person runs. The same applies to liquidators, who are authorised practitioners even if the
 * members choose them (art. 253 (1) of Law 31/1990). The owners of a family business are the members and the representative on file.
 */
import { readReference } from './reference-tables.ts';
import { words } from './text.ts';

export const roles = ['administrator', 'shareholder', 'owner', 'representative', 'insolvencyPractitioner'] as const;
export type Role = (typeof roles)[number];

interface Meaning {
  role: Role;
  /** The role in a family business. */
  familyRole: Role;
  /** Whether the officer takes over a firm from its managers: an insolvency practitioner or a liquidator. */
  inCharge: boolean;
  /** Whether it ties the companies in which the same person has it. */
  ties: boolean;
}

/** Titles in the singular, plural and feminine; the longest first. */
const table = readReference<'begins_with' | 'role' | 'family_role' | 'ties'>('officer-roles.tsv')
  .flatMap(({ begins_with, ...row }) => begins_with.split(', ').map((start) => ({ ...row, start })))
  .toSorted((a, b) => b.start.length - a.start.length);

/** A few dozen titles cover all officers of the country. The bound is for dirty data. */
const meanings = new Map<string, Meaning>();
const MEANINGS_MAX = 10_000;

function meaningOf(title: string | null): Meaning {
  if (title === null) return NAMELESS;
  const cached = meanings.get(title);
  if (cached) return cached;
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
  if (meanings.size < MEANINGS_MAX) meanings.set(title, meaning);
  return meaning;
}

/** Legal forms of family businesses; `AF` until 2008. */
const FAMILY: ReadonlySet<string | null> = new Set(['IF', 'AF']);

/** `form`: the legal form of the firm. */
export function roleOf(title: string | null, form: string | null = null): Role {
  const { role, familyRole } = meaningOf(title);
  return FAMILY.has(form) ? familyRole : role;
}

export const isInCharge = (title: string | null): boolean => meaningOf(title).inCharge;

/** An unknown one counts as a representative. */
export const isKnownTitle = (title: string | null): boolean => title === null || meaningOf(title) !== NAMELESS;

/** For titles of officers; shares always tie. */
export const isTying = (title: string | null): boolean => meaningOf(title).ties;

/** Every person in the registry's file is a legal representative, with any title. */
const NAMELESS: Meaning = { role: 'representative', familyRole: 'owner', inCharge: false, ties: true };
