/** Makes the served generation look as if another release had written it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Manifest, Part } from '#data/store/dataset.ts';
import { sql } from './small-generations.ts';

interface Place {
  databaseUrl: string | null;
  folder: string;
}

export async function rewriteManifest(location: Place, change: (manifest: Manifest) => Manifest): Promise<void> {
  const { databaseUrl, folder } = location;
  if (databaseUrl === null) {
    const id = readFileSync(join(folder, 'CURRENT'), 'utf8').trim();
    const path = join(folder, 'generations', `${id}.json`);
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as Manifest)));
    return;
  }
  const [row] = await sql<{ id: string; manifest: string }>(
    databaseUrl,
    'select id, manifest from firmoteca.generation where id = (select current from firmoteca.installation)',
  );
  if (!row) throw new Error('No generation is served.');
  const manifest = JSON.stringify(change(JSON.parse(row.manifest) as Manifest)).replaceAll("'", "''");
  await sql(databaseUrl, `update firmoteca.generation set manifest = '${manifest}' where id = '${row.id}'`);
}

/** Gives these parts the previous format; all others keep the current one. */
export const written =
  (older: readonly string[], format = '0-11111111-11111111') =>
  (manifest: Manifest): Manifest => ({
    ...manifest,
    parts: manifest.parts.map((part) => (older.includes(part.name) ? { ...part, format } : part)),
  });

/** The manifest of releases before parts had formats. */
export const beforeFormats = (manifest: Manifest): Manifest => ({
  ...manifest,
  format: 1,
  parts: manifest.parts.map(({ format: _, ...part }) => part),
});

/** Drops a column from a table of a part. */
export async function dropColumn(location: Place, part: Part, table: string, column: string): Promise<void> {
  const text = `alter table ${table} drop column ${column}`;
  if (location.databaseUrl !== null) {
    await sql(location.databaseUrl, `set search_path = ${part.id}; ${text} cascade`);
    return;
  }
  const file = new DatabaseSync(join(location.folder, 'parts', `${part.id}.db`));
  file.exec(text);
  file.close();
}
