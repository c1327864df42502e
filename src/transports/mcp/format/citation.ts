/** The provenance in every answer: the page to link, the sources with their days, and notes on gaps. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { partTitle } from '#api/parts.ts';
import { citedSource } from '#api/source-names.ts';
import { inBoth, type Language, type Message, translator } from '#lib/i18n/message.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { PageName, PageQuery } from '#transports/web/addresses.ts';

const Source = Type.Object(
  {
    name: Type.String({ description: 'Whose data it is.' }),
    asOf: orNull(Type.String(), 'Last day that the data covers; null: nothing tells it.'),
    fetchedAt: orNull(Type.String(), 'When it was read from the source.'),
  },
  closed,
);

/** The output fields of every data tool. */
export const CitationFields = {
  url: Type.String({ description: 'The page of this answer: cite it.' }),
  sources: Type.Array(Source, { description: 'Cite these with their days.' }),
  notes: Type.Array(Type.String(), {
    description: 'Notes for the reader: previews, gaps, stale sources.',
  }),
};

export interface Citation {
  url: string;
  sources: CitedSource[];
  notes: string[];
}

/** Notes that only the tool knows. */
export interface CitationOptions {
  /** The parts that Pro adds, where the answer is a preview or incomplete. */
  pro?: Message | undefined;
  /** Whether the tool itself omitted a part for Pro. */
  isHidden?: boolean;
  /** Further notes for the reader. */
  warnings?: readonly Message[];
}

/** The page of the web app with the same content and filters. */
export interface CitedPage {
  name: PageName;
  params?: Readonly<Record<string, string>>;
  query?: PageQuery;
}

/** A number as typed into a form field of the page. */
export const typed = (value: number | undefined, language: Language): string | undefined =>
  value === undefined ? undefined : language === 'ro' ? String(value).replace('.', ',') : String(value);

/** The citation of an answer from one or several operations. */
export function citationOf(
  { link, language, offersPro }: Pick<ToolCall, 'link' | 'language' | 'offersPro'>,
  page: CitedPage,
  metas: readonly Meta[],
  { pro, isHidden = false, warnings = [] }: CitationOptions = {},
): Citation {
  const t = translator(language);
  const sources = new Map<string, CitedSource>();
  const notes = new Set<string>();
  const hidden = offersPro ? (pro ?? messages.agents.notes.preview()) : messages.agents.notes.hidden();
  for (const meta of metas) {
    for (const [key, source] of citedSources(meta.sources)[language]) sources.set(key, source);
    if (meta.dataset === 'demo') notes.add(t(messages.agents.notes.demo()));
    if (meta.preview || meta.redacted?.length) notes.add(t(hidden));
    if (meta.stale) notes.add(t(messages.agents.notes.stale()));
    if (meta.pending?.length) notes.add(t(messages.agents.notes.pending()));
    for (const part of meta.notLoaded ?? [])
      notes.add(t(messages.agents.notes.notLoaded({ part: sourceTitle(part, language) })));
    for (const warning of meta.warnings ?? []) notes.add(warning);
  }
  if (isHidden) notes.add(t(hidden));
  for (const message of warnings) notes.add(t(message));
  return { url: link(page.name, page.params, page.query), sources: [...sources.values()], notes: [...notes] };
}

const sourceTitle = (part: string, language: Language): string =>
  citedSource(part, language) ?? partTitle(part, language);

type CitedSource = Static<typeof Source>;

const citedCache = new WeakMap<Meta['sources'], Record<Language, [key: string, source: CitedSource][]>>();

/** Many answers share the list of their sources. */
const citedSources = (sources: Meta['sources']): Record<Language, [key: string, source: CitedSource][]> =>
  citedCache.getOrInsertComputed(sources, () =>
    inBoth((language) =>
      sources.map(({ name, covers, asOf, fetchedAt }) => {
        const source = { name: sourceTitle(covers[0] ?? name, language), asOf, fetchedAt };
        return [Object.values(source).join(' '), source];
      }),
    ),
  );
