/** Activities as callers name them. A code means nothing without its revision, and nothing is mapped from one to the other. */
import { revisionsIn } from '#base/caen-revision.ts';
import { readReference } from '#base/reference.ts';
import { Problem } from '#operations/problem.ts';
import type { Names } from './needs.ts';

const WRITTEN = /^(?:(rev[23]):)?([0-9]{4})$/;

/** `4711` in the revision of the year, where it has such a class, or `rev2:4711` → `rev2:4711`. */
export function activityOrNone(text: string, year: number, { caen }: Pick<Names, 'caen'>): string {
  const [, revision, code] = WRITTEN.exec(text.trim()) ?? [];
  if (code === undefined)
    throw new Problem('INVALID_PARAMETER', 'A CAEN class has four digits: 4711, or rev2:4711.', {
      details: [{ in: 'query', name: 'value', problem: 'must be a CAEN class' }],
    });
  const known = (revision ? [revision] : revisionsIn(year)).find((each) => caen(each, code) !== null);
  if (known) return `${known}:${code}`;
  throw new Problem('NOT_FOUND', `There is no CAEN class ${code}${revision ? ` in ${revision}` : ''}.`);
}

/** Why nobody filed with a class in a year, when it is of the revision that was not in force: behind a sentence that says so. */
export function otherRevision(code: string, year: number, { caen }: Pick<Names, 'caen'>): string {
  const [inForce, other] = revisionsIn(year);
  if (code.length !== 4 || caen(inForce, code) !== null || caen(other, code) === null) return '';
  return other === 'rev2'
    ? ` ${code} is a class of Rev.2, in which companies filed until 2024: ask for such a year.`
    : ` ${code} is a class of Rev.3, in which companies file from 2025 on.`;
}

const above = readReference<'level' | 'code' | 'title_ro'>('caen-rev3-groups.tsv');
const titles = new Map(above.map(({ level, code, title_ro }) => [`${level} ${code}`, title_ro]));

/** Groups and sections of Rev.3; those of Rev.2 have no published table of titles here. */
export const titleAbove = (level: 'group' | 'section', revision: string, code: string): string | null =>
  revision === 'rev3' ? (titles.get(`${level} ${code}`) ?? null) : null;
