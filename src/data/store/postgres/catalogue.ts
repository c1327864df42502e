/** Reads of the generation catalogue in PostgreSQL, on the primary or, as far as it has replayed, on a standby. */
import type { Database } from '#data/store/database.ts';
import type { Country, Manifest } from '#data/store/dataset.ts';

/** The schema of the catalogue. */
export const CATALOGUE = 'firmoteca';

/** The pointer, and how often it was set: everything published until then is readable on the same server. */
export interface Pointing {
  current: string | null;
  pointings: number;
}

const NEVER: Pointing = { current: null, pointings: 0 };

export const readPointing = async (catalogue: Database): Promise<Pointing> =>
  (await catalogue.one<Pointing>('select current, pointings from installation')) ?? NEVER;

/** A manifest, and how often the pointer was set on the server it was read from; null for an unknown id. */
export async function readManifest(
  catalogue: Database,
  id: string,
): Promise<{ manifest: Manifest; pointings: number } | null> {
  const row = await catalogue.one<{ manifest: string; pointings: number }>(
    'select manifest, pointings from generation, installation where generation.id = $1',
    [id],
  );
  return row && { manifest: JSON.parse(row.manifest) as Manifest, pointings: row.pointings };
}

export const readManifests = async (catalogue: Database): Promise<Manifest[]> =>
  (await catalogue.all<{ manifest: string }>('select manifest from generation')).map(
    ({ manifest }) => JSON.parse(manifest) as Manifest,
  );

/** Null in a new database. */
export const readCountry = async (catalogue: Database): Promise<Country | null> =>
  (await catalogue.one<{ country: Country }>('select country from installation'))?.country ?? null;
