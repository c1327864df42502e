/** The first line of a back-up, believed only where it has the shape that we write. */
import { BrokenBackup, FORMAT, type Header } from './format.ts';

export function headerOf(value: unknown, file: string): Header {
  const header = (value ?? {}) as Partial<Header>;
  if (header.firmoteca !== 'back-up' || !Number.isInteger(header.format))
    throw new BrokenBackup(`${file} is no back-up of Firmoteca.`);
  if ((header.format as number) > FORMAT)
    throw new BrokenBackup(
      `${file} was made by a newer version of Firmoteca (${header.version}, format ${header.format}; this one reads up to ${FORMAT}). Restore it with that version.`,
    );
  const wrong = wrongIn(header);
  if (wrong !== null) throw new BrokenBackup(`${file} is damaged: ${wrong}. Take another back-up.`);
  return header as Header;
}

/** Null when nothing is. Names of stores and engines are folders of migrations. */
function wrongIn({ engine, country, madeAt, version, stores, secrets }: Partial<Header>): string | null {
  if (engine !== 'sqlite' && engine !== 'postgres') return 'it does not say which engine it comes from';
  if (![country, madeAt, version].every((text) => typeof text === 'string'))
    return 'it does not say where it comes from';
  if (!Array.isArray(stores) || stores.length === 0 || !stores.every(isStore)) return 'it does not say what it holds';
  if (new Set(stores.map(({ name }) => name)).size < stores.length) return 'it holds a store twice';
  return holdKeys(secrets) ? null : 'it lacks secrets';
}

/** A secret that an older version did not have is made at the next start; without the pepper no key would work any more. */
const holdKeys = (secrets: unknown): boolean => {
  const { keyPepper } = (secrets ?? {}) as Record<string, unknown>;
  return typeof keyPepper === 'string' && keyPepper !== '';
};

function isStore(store: unknown): boolean {
  const { name, migrations } = (store ?? {}) as Partial<Header['stores'][number]>;
  return (
    (name === 'state' || name === 'live') &&
    Array.isArray(migrations) &&
    migrations.every((made) => Number.isInteger(made?.version) && typeof made.name === 'string')
  );
}
