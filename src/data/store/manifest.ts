/** Names of generations and parts, and what a manifest must satisfy before it is opened or published. */
import { randomBytes } from 'node:crypto';
import { FORMAT, LaterVersion, OtherCountry, type Country, type Manifest, type Part } from './dataset.ts';
import { isNewer, isReadable } from './formats.ts';
import { ATTACHED_MAX } from './sqlite/database.ts';

/** `g20261115_041500_3f9a1c`: never before `latest`, even when the clock went back or two builds fall into one second. */
export function newGenerationId(now: Date, latest: string | null): string {
  const stamp = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  const [, day, time] = /^g([0-9]{8})_([0-9]{6})_/.exec(latest ?? '') ?? [];
  if (!day || !time || stamp(now) > `${day}_${time}`) return `g${stamp(now)}_${suffix()}`;
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  return `g${stamp(new Date(Date.parse(iso) + 1_000))}_${suffix()}`;
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

/** Throws when a later version of Firmoteca wrote it, or when it is of another country. What an earlier one wrote is made again. */
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

/** Parts that this version does not read, and those that continue such a part and mean nothing without it. */
export function unreadableOf({ parts }: Manifest): Part[] {
  const older = new Set(parts.filter((part) => !isReadable(part)).map(({ name }) => name));
  return parts.filter(({ name, continues }) => older.has(name) || older.has(continues?.part ?? ''));
}

/** What is to be done about them, in one sentence. */
export const rebuildNotice = (unreadable: readonly Part[]): string =>
  `The format of ${namesOf(unreadable)} is not the one that this version reads: the next start, or npx firmoteca ingest, makes ${
    unreadable.length === 1 ? 'it' : 'them'
  } again.`;

/** False while parts of it are still being made. */
export const isComplete = ({ awaits = [] }: Pick<Manifest, 'awaits'>): boolean => awaits.length === 0;

export const namesOf = (parts: readonly Part[]): string => parts.map(({ name }) => name).join(', ');

export const otherCountry = (what: string, held: Country, wanted: Country): OtherCountry =>
  new OtherCountry(
    `${what} holds the country "${held}", and "${wanted}" was asked for. Invented and real data are never mixed: ` +
      `set FIRMOTECA_COUNTRY=${held}, or give "${wanted}" a data folder (FIRMOTECA_DATA) or database (DATABASE_URL) of its own.`,
  );

/** Throws when the parts cannot stand beside each other. */
export function assertComposable(parts: readonly Part[]): void {
  if (parts.length === 0) throw new Error('A generation needs at least one part.');
  for (const [area, together] of Map.groupBy(parts, (part) => part.area)) {
    if (together.length > ATTACHED_MAX)
      throw new Error(
        `An area holds at most ${ATTACHED_MAX} parts (SQLite attaches no more) and ${area} was given ${together.length}.`,
      );
    assertDistinct(together);
  }
}

/** Unqualified names would silently read only one of two tables of a name, unless one part says that it continues the other. */
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

export interface Union {
  table: string;
  /** Ids of the parts. */
  older: string;
  newer: string;
  /** Rows of the older part are gone when their column `by` is a `key` of the newer part's table `of`; null when none is. */
  replaced: { by: string; of: string } | null;
}

/** None for an area whose parts have no table in common. */
export const unionsOf = (parts: readonly Part[]): Union[] =>
  parts.flatMap(({ id, continues }) => {
    const older = parts.find(({ name }) => name === continues?.part)?.id;
    if (!continues || older === undefined) return [];
    return Object.entries(continues.tables).map(([table, replaced]) => ({ table, older, newer: id, replaced }));
  });
