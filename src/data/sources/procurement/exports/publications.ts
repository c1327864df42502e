/** The procurement exports among the catalogue's datasets, and the files of them that are read. */

import { type Dataset, type Resource, withResources } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { words } from '#lib/values/text.ts';

export interface ProcurementFile {
  /** `achizitii-publice-2026` */
  dataset: string;
  year: number;
  licence: string | null;
  resource: Resource;
}

/** One year is misspelt on the portal itself, in its address and sometimes in its title. */
const SPELLINGS = ['achizitii publice', 'achiziti publice'];
/**
 * A year, `achizitii-publice-2026`, sometimes in two sets, `achizitii-publice-2016-continuare`; or one table of several years, as those
 * before 2016 were published: `achizitii-publice-2007-2016-contracte6`, `achizitii-publice-2010-2015-anunturi-de-participare`.
 */
const SLUG = /^achizitii?-publice-(20[0-9]{2})(?:-(20[0-9]{2})-[a-z][a-z0-9-]*|-continuare)?$/i;

/** The year of a set, or the last one of several (`isRange`). Null for other sets. */
function yearOfSet(slug: string): { year: number; isRange: boolean } | null {
  const [, first, last] = SLUG.exec(slug) ?? [];
  return first === undefined ? null : { year: Number(last ?? first), isRange: last !== undefined };
}

/** The oldest year first. */
export async function findProcurement(client: Client, ckan: string): Promise<WholeOutcome<ProcurementFile[]>> {
  const files = new Map<string, ProcurementFile>();
  for (const q of SPELLINGS) {
    const result = await withResources(client, ckan, { q }, (datasets) =>
      datasets.filter(({ slug }) => yearOfSet(slug) !== null),
    );
    if (result.outcome === 'unavailable') return result;
    const datasets = result.outcome === 'found' ? result.value : [];
    for (const file of datasets.flatMap(filesOf)) files.set(file.resource.url, file);
  }
  const value = [...files.values()].toSorted((a, b) => a.year - b.year);
  return value.length > 0 ? { outcome: 'found', value } : { outcome: 'notFound' };
}

function filesOf({ slug, licence, resources }: Dataset): ProcurementFile[] {
  const { year = 0, isRange = false } = yearOfSet(slug) ?? {};
  // The name of a set of one table states the table; its files may have years only.
  const isIncluded = (resource: Resource): boolean => isRead(resource, isRange ? slug : '');
  return (resources ?? []).filter(isIncluded).map((resource) => ({ dataset: slug, year, licence, resource }));
}

const TABLES =
  /\b(?:achizitii directe|cumparari directe|contracte[0-9]*|anunturi (?:de )?(?:initiere|participare)|notificari (?:de )?atribuire|fara anunt)\b/;
/** `Date din modificare contract T1 2025`, `Anunturi de modificare contracte`. */
const MODIFICATIONS = /\bmodificar\w* (?:de )?contract\w*/;
/** Tables that only resemble the first ones. */
const OTHER_TABLES: Readonly<Record<string, RegExp>> = {
  'changes of notices are not read': /\bmodificar\w*/,
  'invitations are not read: the notices have them': /\binvitati\w*/,
  'call-offs are not read: the contracts have them': /\bsubsecvent\w*/,
};

/** Why a table with this name, of a set of one table with the set's name before it, is not read; null for any other table. */
export function whyNotRead(name: string): string | null {
  const text = words(name).join(' ');
  if (MODIFICATIONS.test(text)) return null;
  return Object.entries(OTHER_TABLES).find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function isRead({ name, title }: Resource, set: string): boolean {
  const text = words(`${set} ${title ?? ''} ${name}`).join(' ');
  return MODIFICATIONS.test(text) || (TABLES.test(text) && whyNotRead(text) === null);
}
