/** Names of generations and parts, and the checks of a manifest before it is opened or published. */
import { randomBytes } from 'node:crypto';
import { type Country, FORMAT, LaterVersion, type Manifest, OtherCountry, type Part } from './dataset.ts';
import { isNewer, isReadable } from './formats.ts';
import { ATTACHED_MAX } from './sqlite/database.ts';

/** `g20261115_041500_3f9a1c`: always after `latest`, also when the clock went back or two builds fall into one second. */
export function newGenerationId(now: Date, latest: string | null): string {
  const timestamp = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  const [, day, time] = /^g([0-9]{8})_([0-9]{6})_/.exec(latest ?? '') ?? [];
  if (!day || !time || timestamp(now) > `${day}_${time}`) return `g${timestamp(now)}_${suffix()}`;
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  return `g${timestamp(new Date(Date.parse(iso) + 1_000))}_${suffix()}`;
}

/** `registry_20261115_3f9a1c`: also a schema name, so letters, digits and underscores only. */
export function newPartId(name: string, day: string): string {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(name)) throw new Error(`"${name}" cannot name a part.`);
  return `${name}_${day.replaceAll('-', '')}_${suffix()}`;
}

const suffix = (): string => randomBytes(3).toString('hex');

/** Newest first. */
export const byAge = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.toSorted((a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0));

/** Throws when a later version of Firmoteca wrote it, or when it is of another country. Older formats are rebuilt. */
export function assertServable(manifest: Manifest, country: Country): void {
  const newer = manifest.parts.filter(isNewer).map(({ name }) => name);
  if (manifest.format > FORMAT || newer.length > 0) {
    throw new LaterVersion(
      `Generation ${manifest.id} was written by a later version of Firmoteca (${
        manifest.format > FORMAT
          ? `format ${manifest.format}, this version reads ${FORMAT}`
          : `parts ${newer.join(', ')}`
      }). Start that version, or build the dataset anew with \`npx firmoteca ingest\`.`,
    );
  }
  if (manifest.country !== country) throw otherCountry(`Generation ${manifest.id}`, manifest.country, country);
}

/** Parts that this version does not read, and those that continue such a part. */
export function unreadableOf({ parts }: Manifest): Part[] {
  const older = new Set(parts.filter((part) => !isReadable(part)).map(({ name }) => name));
  return parts.filter(({ name, continues }) => older.has(name) || older.has(continues?.part ?? ''));
}

/** The remedy, in one sentence. */
export const rebuildNotice = (unreadable: readonly Part[]): string =>
  `The format of ${namesOf(unreadable)} is not the one that this version reads: the next start, or npx firmoteca ingest, makes ${
    unreadable.length === 1 ? 'it' : 'them'
  } again.`;

/** False while parts of it are still being built. */
export const isComplete = ({ awaits = [] }: Pick<Manifest, 'awaits'>): boolean => awaits.length === 0;

export const namesOf = (parts: readonly Part[]): string => parts.map(({ name }) => name).join(', ');

export const otherCountry = (what: string, actual: Country, requested: Country): OtherCountry =>
  new OtherCountry(
    `${what} holds the country "${actual}", and "${requested}" was asked for. Invented and real data are never mixed: ` +
      `set FIRMOTECA_COUNTRY=${actual}, or give "${requested}" a data folder (FIRMOTECA_DATA) or database (DATABASE_URL) of its own.`,
  );

/** Throws when the parts cannot form a generation. */
export function assertComposable(parts: readonly Part[]): void {
  if (parts.length === 0) throw new Error('A generation needs at least one part.');
  for (const [area, members] of Map.groupBy(parts, (part) => part.area)) {
    if (members.length > ATTACHED_MAX)
      throw new Error(
        `An area holds at most ${ATTACHED_MAX} parts (SQLite attaches no more) and ${area} was given ${members.length}.`,
      );
    assertDistinct(members);
  }
}

/** Unqualified names would silently read only one of two tables of a name, unless one part continues the other. */
function assertDistinct(parts: readonly Part[]): void {
  const owner = new Map<string, Part>();
  for (const part of parts) {
    for (const table of Object.keys(part.rows)) {
      const other = owner.get(table);
      if (other && other.name !== part.continues?.part)
        throw new Error(`Parts ${other.id} and ${part.id} both hold a table "${table}".`);
      owner.set(table, part);
    }
    const { tables = {} } = parts.some(({ name }) => name === part.continues?.part) ? (part.continues ?? {}) : {};
    for (const table of Object.keys(tables))
      if (!owner.has(table) || part.rows[table] === undefined)
        throw new Error(`Part ${part.id} continues a table "${table}" that is not in both.`);
  }
}
