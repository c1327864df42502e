/** What every answer says of where it comes from: the page to link, the sources with their days, and what is missing. */

import Type from 'typebox';
import { sourcesCited } from '#api/citations/sentences.ts';
import type { Meta } from '#api/operation-result.ts';
import { type Language, type Say, type Sentence, speaker } from '#lib/i18n/sentence.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { notes as said } from '#transports/mcp/sentences.ts';
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

/** Goes into the output of every data tool. */
export const Cited = {
  url: Type.String({ description: 'The page of this answer: cite it.' }),
  sources: Type.Array(Source, { description: 'Cite these with their days.' }),
  notes: Type.Array(Type.String(), {
    description: 'What the reader must be told beside the data: previews, gaps, stale sources.',
  }),
};

export interface Citation {
  url: string;
  sources: Static<typeof Source>[];
  notes: string[];
}

/** What only the tool knows. */
export interface Besides {
  /** What Pro would add to this very answer, where it is a preview or a part of it was left out. */
  pro?: Sentence | undefined;
  /** Whether the tool itself left out what is of Pro. */
  isHidden?: boolean;
  /** Whatever else the reader must be told. */
  also?: readonly Sentence[];
}

/** The page that shows the same, narrowed in the same way. */
export interface CitedPage {
  name: PageName;
  params?: Readonly<Record<string, string>>;
  query?: PageQuery;
}

/** A number as people type it into a field of the page. */
export const typed = (value: number | undefined, language: Language): string | undefined =>
  value === undefined ? undefined : language === 'ro' ? String(value).replace('.', ',') : String(value);

/** Of one answer that was made of several operations. */
export function cited(
  { link, language, offersPro }: Pick<ToolCall, 'link' | 'language' | 'offersPro'>,
  page: CitedPage,
  metas: readonly Meta[],
  { pro, isHidden = false, also = [] }: Besides = {},
): Citation {
  const say = speaker(language);
  const sources = new Map<string, Static<typeof Source>>();
  const notes = new Set<string>();
  const hidden = offersPro ? (pro ?? said.preview()) : said.hidden();
  for (const meta of metas) {
    for (const { name, covers, asOf, fetchedAt } of meta.sources) {
      const source = { name: wordsFor(covers[0] ?? name, say), asOf, fetchedAt };
      sources.set(Object.values(source).join(' '), source);
    }
    if (meta.dataset === 'demo') notes.add(say(said.demo()));
    if (meta.preview || meta.redacted?.length) notes.add(say(hidden));
    if (meta.stale) notes.add(say(said.stale()));
    if (meta.pending?.length) notes.add(say(said.pending()));
    for (const part of meta.notLoaded ?? []) notes.add(say(said.notLoaded({ part: wordsFor(part, say) })));
    for (const warning of meta.warnings ?? []) notes.add(warning);
  }
  if (isHidden) notes.add(say(hidden));
  for (const sentence of also) notes.add(say(sentence));
  return { url: link(page.name, page.params, page.query), sources: [...sources.values()], notes: [...notes] };
}

/** A part of the data as citations call its source; one that they do not know keeps its name. */
function wordsFor(part: string, say: Say): string {
  const words = Object.hasOwn(sourcesCited, part) ? sourcesCited[part as keyof typeof sourcesCited] : null;
  return words ? say(words()) : part;
}
