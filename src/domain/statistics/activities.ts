/** Activities as callers name them. A code means nothing without its revision, and nothing is mapped from one to the other. */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { revisionsIn } from '#lib/values/caen-revision.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { messages } from '#locales/messages.ts';

/** The registry's nomenclatures; null for an unknown code. */
export interface Names {
  caen(revision: string, code: string): string | null;
  status(code: string): string | null;
}

const WRITTEN = /^(?:(rev[23]):)?([0-9]{4})$/;

/** `4711` in the revision of the year, where it has such a class, or `rev2:4711` → `rev2:4711`. */
export function activityOrThrow(text: string, year: number, { caen }: Pick<Names, 'caen'>): string {
  const [, revision, code] = WRITTEN.exec(text.trim()) ?? [];
  if (code === undefined)
    throw new ApiError('INVALID_PARAMETER', messages.statistics.notAClass(), {
      details: [{ in: 'query', name: 'value', problem: messages.statistics.mustBeClass() }],
    });
  const known = (revision ? [revision] : revisionsIn(year)).find((each) => caen(each, code) !== null);
  if (known) return `${known}:${code}`;
  throw noClassError(code, revision);
}

export const noClassError = (code: string, revision: string | undefined): ApiError =>
  new ApiError(
    'NOT_FOUND',
    revision === undefined ? messages.statistics.noClass({ code }) : messages.statistics.noClassIn({ code, revision }),
  );

/** The error for a class without companies in a year; it names the reason when the class is of a revision not in force. */
export function noCompaniesError(
  code: string,
  year: number,
  { caen }: Pick<Names, 'caen'>,
  problem: Message,
): ApiError {
  const [inForce, other] = revisionsIn(year);
  if (code.length !== 4 || caen(inForce, code) !== null || caen(other, code) === null)
    return new ApiError('NOT_FOUND', problem);
  return new ApiError(
    'NOT_FOUND',
    messages.statistics[other === 'rev2' ? 'classOfRev2' : 'classOfRev3']({ problem, code }),
  );
}

/** Sections and groups by `rev3 group 471`. */
const titles = new Map(
  ['rev3', 'rev2'].flatMap((revision) =>
    readReference<'level' | 'code' | 'title_ro'>(`caen-${revision}-groups.tsv`).map(
      ({ level, code, title_ro }) => [`${revision} ${level} ${code}`, title_ro] as const,
    ),
  ),
);

/** A group of Rev.2 that has one class only is called as that class, and stands in no table of its own. */
for (const [group, classes] of Map.groupBy(readReference<'group' | 'title_ro'>('caen-rev2.tsv'), (row) => row.group))
  if (classes.length === 1) titles.getOrInsert(`rev2 group ${group}`, classes[0]?.title_ro ?? group);

export const titleAbove = (level: 'group' | 'section', revision: string, code: string): string | null =>
  titles.get(`${revision} ${level} ${code}`) ?? null;
