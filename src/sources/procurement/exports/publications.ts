/** The procurement exports among the catalogue's datasets, and which of their files we read. */
import { words } from '#base/text.ts';
import { type Dataset, type Resource, withResources } from '#sources/ckan/catalog.ts';
import type { Client } from '#sources/client.ts';
import type { WholeOutcome } from '#sources/outcome.ts';

export interface ProcurementFile {
  /** `achizitii-publice-2026` */
  dataset: string;
  year: number;
  licence: string | null;
  resource: Resource;
}

/** One year is misspelt on the portal itself, in its address and sometimes in its title. */
const SPELLINGS = ['achizitii publice', 'achiziti publice'];
const SLUG = /^achizitii?-publice-(20[0-9]{2})$/;

/** The oldest year first. */
export async function findProcurement(client: Client, ckan: string): Promise<WholeOutcome<ProcurementFile[]>> {
  const files = new Map<string, ProcurementFile>();
  for (const q of SPELLINGS) {
    const found = await withResources(client, ckan, { q }, (datasets) =>
      datasets.filter(({ slug }) => SLUG.test(slug)),
    );
    if (found.outcome === 'unavailable') return found;
    const datasets = found.outcome === 'found' ? found.value : [];
    for (const file of datasets.flatMap(filesOf)) files.set(file.resource.url, file);
  }
  const value = [...files.values()].toSorted((a, b) => a.year - b.year);
  return value.length > 0 ? { outcome: 'found', value } : { outcome: 'notFound' };
}

function filesOf({ slug, licence, resources }: Dataset): ProcurementFile[] {
  const year = Number(SLUG.exec(slug)?.[1]);
  return (resources ?? []).filter(isRead).map((resource) => ({ dataset: slug, year, licence, resource }));
}

const TABLES =
  /\b(?:achizitii directe|cumparari directe|contracte|anunturi (?:de )?(?:initiere|participare)|notificari (?:de )?atribuire|fara anunt)\b/;
/** Tables that only resemble ours: changes of contracts, invitations, and call-offs that the contracts have too. */
const OTHER_TABLES = /\b(?:modificar\w*|invitati\w*|subsecvent\w*)\b/;

function isRead({ name, title }: Resource): boolean {
  const text = words(`${title ?? ''} ${name}`).join(' ');
  return TABLES.test(text) && !OTHER_TABLES.test(text);
}
