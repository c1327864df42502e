/** The parts of the documentation that are made from the code: `npm run docs` writes them, a test holds them equal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#server/config/config.ts';

const ROOT = join(import.meta.dirname, '..');

/** Which block stands in which page, between `<!-- name -->` and `<!-- /name -->`. */
const blocks: { page: string; name: string; make(): string }[] = [
  { page: 'docs/settings.md', name: 'settings', make: settingsTable },
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

if (import.meta.main) for (const { page, text } of outdated()) writeFileSync(join(ROOT, page), text);
