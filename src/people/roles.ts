/** The registry's titles (CALITATE) as one of three roles, by reference/officer-roles.tsv: the longest beginning that fits decides. */
import { readReference } from '#base/reference-tables.ts';
import { words } from '#base/text.ts';

export const roles = ['administrator', 'shareholder', 'representative'] as const;
export type Role = (typeof roles)[number];

const table = readReference<'begins_with' | 'role'>('officer-roles.tsv').toSorted(
  (a, b) => b.begins_with.length - a.begins_with.length,
);

/** A few dozen titles name all officers of the country: worked out once each. The bound is for dirt. */
const known = new Map<string, Role>();
const KNOWN_MAX = 10_000;

export function roleOf(title: string | null): Role {
  if (title === null) return NAMELESS;
  const before = known.get(title);
  if (before) return before;
  const folded = words(title).join(' ');
  const row = table.find(({ begins_with: start }) => folded === start || folded.startsWith(`${start} `));
  const role = (row?.role as Role | undefined) ?? NAMELESS;
  if (known.size < KNOWN_MAX) known.set(title, role);
  return role;
}

/** Whoever stands in the file is a legal representative, whatever else the title says. */
const NAMELESS: Role = 'representative';
