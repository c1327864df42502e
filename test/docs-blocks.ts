/** The parts of the documentation that are made from the code: `npm run docs` writes them, a test holds them equal. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#config';

const ROOT = join(import.meta.dirname, '..');

/** Which block stands in which page, between `<!-- name -->` and `<!-- /name -->`. */
const blocks: { page: string; name: string; make(): string }[] = [
  { page: 'docs/settings.md', name: 'settings', make: settingsTable },
  { page: 'docs/files.md', name: 'tree', make: tree },
];

/** Pages whose blocks are not what the code says, each with what it should be. */
export function outdated(): { page: string; text: string }[] {
  return blocks.flatMap(({ page, name, make }) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    const from = text.indexOf(start) + start.length;
    const to = text.indexOf(end);
    if (from < start.length || to < from) throw new Error(`${page} has no block ${name}.`);
    const right = `${text.slice(0, from)}${make()}${text.slice(to)}`;
    return right === text ? [] : [{ page, text: right }];
  });
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { fallback, sentence }]) => {
    // The number of cores is not the same everywhere.
    const shown = name === 'FIRMOTECA_WORKERS' || fallback === '' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${sentence} |`;
  });
  return ['| Setting | Default | What it does |', '|---|---|---|', ...rows, ''].join('\n');
}

/** Every source file with the first sentence of the comment on top of it. */
function tree(): string {
  const folders = new Map<string, string[]>();
  for (const path of sourceFiles()) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.getOrInsertComputed(folder, () => []).push(path);
  }
  return [...folders]
    .map(([folder, files]) => {
      const lines = files.map((path) => `- \`${path.slice(folder.length + 1)}\` ${aboutFile(path)}`);
      return `\n### ${folder}/\n\n${lines.join('\n')}\n`;
    })
    .join('');
}

/** Those of src, without tests, their samples and the page's style sheets. */
const sourceFiles = (): string[] =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /\.(ts|js)$/.test(path) && !path.endsWith('.test.ts'))
    .sort((a, b) => byFolder(a).localeCompare(byFolder(b), 'en'));

/** Files of a folder before its folders. */
const byFolder = (path: string): string => path.replace(/[^/]*$/, ' $&');

function aboutFile(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [, comment] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  if (comment === undefined) throw new Error(`${path} does not say on top what it is for.`);
  const sentence = comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
  return sentence.replace(/^(.+?\.)\s.*$/s, '$1');
}

if (import.meta.main) for (const { page, text } of outdated()) writeFileSync(join(ROOT, page), text);
