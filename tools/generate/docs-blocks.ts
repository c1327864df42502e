/** The blocks of documents that are made from the code. */
import { settings } from '#server/config/config.ts';
import { type GeneratedFile, textOf } from './generated-file.ts';

/** Which block stands in which page, between `<!-- name -->` and `<!-- /name -->`. */
const blocks: { page: string; name: string; make(): string }[] = [
  { page: 'docs/settings.md', name: 'settings', make: settingsTable },
];

/** The pages with their blocks as the code has them. */
export const docsBlocks = (): GeneratedFile[] =>
  blocks.map(({ page, name, make }) => {
    const text = textOf(page) ?? '';
    const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    const from = text.indexOf(start) + start.length;
    const to = text.indexOf(end);
    if (from < start.length || to < from) throw new Error(`${page} has no block ${name}.`);
    return { path: page, text: `${text.slice(0, from)}${make()}${text.slice(to)}` };
  });

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { fallback, sentence }]) => {
    // The number of cores is not the same everywhere.
    const shown = name === 'FIRMOTECA_WORKERS' || fallback === '' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${sentence} |`;
  });
  return ['| Setting | Default | What it does |', '|---|---|---|', ...rows, ''].join('\n');
}
