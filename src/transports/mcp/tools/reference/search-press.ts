/** Press releases of the tax authority. */

import Type from 'typebox';
import { SearchText } from '#api/parameters.ts';
import { orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';

const NAME = 'search_press';

const release = pick(
  'listPressArticles',
  {
    id: Type.String({ description: 'For `fetch`.' }),
    title: Type.String({ description: 'Title, as the authority gives it.' }),
    date: orNull(Type.String(), 'Day of publication.'),
    office: orNull(Type.String(), 'Office that published it.'),
    summary: orNull(Type.String(), 'The first sentences of the text.'),
    url: Type.String({ description: 'Page of the release.' }),
  },
  { id: ({ slug }) => `press:${slug}`, url: ({ slug }, call) => call.link('article', { slug }) },
);

const PAGE = 15;

export const searchPress = tool({
  name: NAME,
  title: 'Press releases of the tax authority',
  about:
    'Press releases of ANAF, the Romanian tax authority: the newest, or those with all the words of `query` (in Romanian; endings and diacritics do not matter). For news of tax law, deadlines and campaigns; releases are not about single companies. Read a whole one with `fetch` and its `id`.',
  effect: 'reads',
  input: Type.Object({ query: Type.Optional(SearchText), cursor: CursorArgument }),
  output: Type.Object({
    releases: Type.Array(release.schema, { description: 'Newest first.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { query } = input;
    const position = positionOf(call, NAME, input);
    const { data, meta } = await call.client.listPressArticles({
      limit: PAGE,
      ...(query !== undefined && { q: query }),
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    });
    const rows = data.map((row) => release.of(row, call));
    const citation = citationOf(
      call,
      { name: 'press' },
      [meta],
      query === undefined ? {} : { warnings: [messages.agents.reference.pressWords()] },
    );
    const { rows: releases, ...page } = pageOf(call, NAME, input, { rows, meta, position, besides: citation });
    return { releases, ...page, ...citation };
  },
});
