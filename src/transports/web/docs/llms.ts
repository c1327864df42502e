/** /llms.txt for language models: description, access, and every operation in one line. The format is that of llmstxt.org. */

import type { Access, Operation } from '#api/endpoint.ts';
import { chapterOf, chapters } from '#api/openapi/chapters.ts';
import type { Json } from '#api/openapi/components.ts';
import { priceText } from '#api/openapi/operation.ts';
import { firstSentence, guidance, type Overview } from '#api/openapi/overview.ts';
import { to } from '#transports/web/addresses.ts';

/** The path of the recipes for spreadsheets. */
export const SPREADSHEETS = '/docs/spreadsheets.md';

export interface LlmsAbout extends Overview {
  /** Null, or a path alone, where no setting names it: then links are paths. */
  publicUrl: string | null;
  paymentInfo(operation: Operation): Json | null;
}

export function llmsText(operations: readonly Operation[], about: LlmsAbout): string {
  const base = about.publicUrl?.startsWith('http') ? about.publicUrl.replace(/\/$/, '') : '';
  const link = (name: string, path: string, description: string): string =>
    `- [${name}](${base}${path}): ${description}`;
  const line = (operation: Operation): string => {
    const { id, declaration } = operation;
    const { method = 'GET', path, title, about: text, deprecated } = declaration;
    const leaving = deprecated ? ` Deprecated, may be gone from ${deprecated.sunset} on.` : '';
    const summary = `${title.en}. ${firstSentence(text.en)} ${accessOf(declaration.access, about.paymentInfo(operation))}${leaving}`;
    return link(`${method} ${path}`, to('operation', 'en', { operation: id }), summary.replace(/\s+/g, ' '));
  };
  const members = Map.groupBy(operations, ({ declaration }) => chapterOf(declaration));
  return [
    '# Firmoteca',
    `> Company data of Romania: companies, procurement, rankings, rates, codes.${about.demoKey === null ? '' : ' This installation is a demo: every company and person in it is invented.'}`,
    guidance(about).trimEnd(),
    [
      '## Documents',
      '',
      link('OpenAPI 3.1, compact', '/openapi.json?compact', 'every operation with its parameters and field names'),
      link('OpenAPI 3.1', '/openapi.json', 'the same with descriptions, examples, errors and code samples'),
      link('Documentation', to('docs', 'en'), 'pages to read and try every operation'),
      link('Prices and keys', to('pricing', 'en'), 'what Pro includes, and how to get a key'),
      link('Spreadsheets', SPREADSHEETS, 'recipes for Excel (Power Query) and a function for Google Sheets'),
      link(
        'Connector for agents',
        to('agents', 'en'),
        'MCP at `/mcp` (sign-in by OAuth, no key): how to connect Claude, ChatGPT and editors',
      ),
      link('Changes', '/changelog.json', 'what changed and what will, as data'),
    ].join('\n'),
    ...chapters
      .filter((chapter) => members.has(chapter))
      .map(
        (chapter) => `## ${chapter.name.en}\n\n${chapter.about.en}\n\n${members.get(chapter)?.map(line).join('\n')}`,
      ),
  ]
    .join('\n\n')
    .concat('\n');
}

function accessOf(access: Access, price: Json | null): string {
  if (access === 'free') return 'No key is needed.';
  return price === null ? 'Needs a Pro key.' : `A Pro key, or ${priceText(price)}`;
}
