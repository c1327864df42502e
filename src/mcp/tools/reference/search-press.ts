/** Press releases of the tax authority. */
import Type, { type Static } from 'typebox';
import { closed, orNull } from '#base/schema.ts';
import { Cited, cited } from '#mcp/telling/citing.ts';
import { CursorArgument, Paged } from '#mcp/telling/lists.ts';
import { pieced, placeOf } from '#mcp/telling/pieces.ts';
import { type ToolCall, tool } from '#mcp/tool.ts';
import { SearchText } from '#operations/parameters.ts';
import type { Meta } from '#operations/performed.ts';
import { said } from './sentences.ts';

const NAME = 'search_press';

const Release = Type.Object(
  {
    id: Type.String({ description: 'For `fetch`.' }),
    title: Type.String({ description: 'Title, as the authority gives it.' }),
    date: orNull(Type.String(), 'Day of publication.'),
    office: orNull(Type.String(), 'Office that published it.'),
    summary: orNull(Type.String(), 'The first sentences of the text.'),
    url: Type.String({ description: 'Page of the release.' }),
  },
  closed,
);

type Found = { rows: readonly Static<typeof Release>[]; meta: Meta };

const PAGE = 15;
/** The search over everything tells no more of all kinds together. */
const FOUND_MAX = 50;
/** Of so many the first sentences are told. */
const READ_MAX = 8;

export const searchPress = tool({
  name: NAME,
  title: 'Press releases of the tax authority',
  about:
    'Press releases of ANAF, the Romanian tax authority: the newest, or those with all the words of `query` (in Romanian; diacritics do not matter). For news of tax law, deadlines and campaigns; releases are not about single companies. Read a whole one with `fetch` and its `id`.',
  effect: 'reads',
  input: Type.Object({ query: Type.Optional(SearchText), cursor: CursorArgument }),
  output: Type.Object({ releases: Type.Array(Release, { description: 'Newest first.' }), ...Paged, ...Cited }),
  async call(input, call) {
    const { query } = input;
    const place = placeOf(call, NAME, input);
    const { rows, meta } = query === undefined ? await newest(place.cursor, call) : await withWords(query, call);
    const citation = cited(call, { name: 'press' }, [meta], query === undefined ? {} : { also: [said.pressWords()] });
    const { rows: releases, ...page } = pieced(call, NAME, input, { rows, meta, place, besides: citation });
    return { releases, ...page, ...citation };
  },
});

async function newest(cursor: string | undefined, call: ToolCall): Promise<Found> {
  const { data, meta } = await call.client.listPressArticles({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
  return { rows: data.map((article) => releaseOf(article, call)), meta };
}

async function withWords(q: string, call: ToolCall): Promise<Found> {
  const { data, meta } = await call.client.searchAll({ q, limit: FOUND_MAX });
  const found = data.records.filter(({ kind }) => kind === 'article');
  const rows = await Promise.all(
    found.map(async ({ id: slug, title, date }, i) =>
      i < READ_MAX
        ? releaseOf((await call.client.getPressArticle({ slug })).data, call)
        : releaseOf({ slug, title, date, office: null, summary: null }, call),
    ),
  );
  // What is told of people and companies is not of this answer.
  const { redacted: _, notLoaded: __, ...own } = meta;
  return { rows, meta: { ...own, sources: meta.sources.filter(({ covers }) => covers.includes('press')) } };
}

interface Told {
  slug: string;
  title: string;
  date: string | null;
  office: string | null;
  summary: string | null;
}

const releaseOf = ({ slug, title, date, office, summary }: Told, call: ToolCall): Static<typeof Release> => ({
  id: `press:${slug}`,
  ...{ title, date, office, summary },
  url: call.link('article', { slug }),
});
