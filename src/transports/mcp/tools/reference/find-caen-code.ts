/** Classes of activities by words or code. */

import Type from 'typebox';
import { SearchText } from '#api/parameters.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, fittingRows, PageFields, startOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';

const NAME = 'find_caen_code';

const caenClass = pick(
  'searchCaen',
  {
    code: Type.String({ description: 'Class of CAEN Rev.3, four digits.' }),
    titleRo: Type.String({ description: 'Title in Romanian.' }),
    titleEn: Type.String({ description: 'Title in English.' }),
    section: Type.String({ description: 'Letter of its section.' }),
    sectionTitle: Type.String({ description: 'Title of the section in Romanian.' }),
    rev2: orNull(
      Type.Object(
        {
          title: Type.String({ description: 'Romanian title in Rev.2.' }),
          sameTitle: Type.Boolean({ description: 'False: the digits may have meant something else.' }),
        },
        closed,
      ),
      'The same digits in Rev.2; null: there were none.',
    ),
    url: Type.String({ description: 'Page of the class.' }),
  },
  {
    titleRo: 'titles.ro',
    titleEn: 'titles.en',
    section: 'section.code',
    sectionTitle: ({ section }) => section.titles.ro,
    rev2: ({ rev2 }) => rev2 && { title: rev2.title, sameTitle: rev2.sameTitle },
    url: ({ code }, call) => call.link('activity', { code }),
  },
);

export const findCaenCode = tool({
  name: NAME,
  title: 'CAEN codes of activities',
  about:
    'Finds codes of CAEN Rev.3, the Romanian classification of activities (NACE), by words in Romanian or English or by the digits of a code: "which code has a bakery", "what is 6210". Best match first. To see who works under a code use `get_market_statistics` or `list_companies` with it.',
  effect: 'reads',
  input: Type.Object({ query: SearchText, cursor: CursorArgument }),
  output: Type.Object({
    classes: Type.Array(caenClass.schema, { description: 'Best match first.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { query } = input;
    const { data, meta } = await call.client.searchCaen({ q: query });
    // A code of the earlier revision alone throws its own message instead of an empty answer.
    if (data.length === 0 && /^[0-9]{4}$/.test(query)) await call.client.getCaen({ code: query });
    const citation = citationOf(call, { name: 'activities', query: { q: query } }, [meta], {
      warnings: [messages.agents.reference.notALaw()],
    });
    const start = startOf(call, NAME, input);
    const rows = data.slice(start).map((row) => caenClass.of(row, call));
    const list = { rows, start, total: data.length, besides: citation };
    const { rows: classes, ...page } = fittingRows(call, NAME, input, list);
    return { classes, ...page, ...citation };
  },
});
