/** What every answer says of where it comes from: the page to link, the sources with their days, and what is missing. */
import Type, { type Static } from 'typebox';
import { closed, orNull } from '#base/schema.ts';
import { notes as said } from '#mcp/sentences.ts';
import type { ToolCall } from '#mcp/tool.ts';
import { sourcesCited } from '#operations/citations/sentences.ts';
import type { Meta } from '#operations/performed.ts';
import { type Say, type Sentence, speaker } from '#sentences/sentence.ts';
import type { PageName } from '#web/addresses.ts';

const Source = Type.Object(
  {
    name: Type.String({ description: 'Whose data it is.' }),
    asOf: orNull(Type.String(), 'Day that the data is of; null: nobody says.'),
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
  /** Whatever else the reader must be told. */
  also?: readonly Sentence[];
}

/** Of one answer that was made of several operations. */
export function cited(
  { link, language }: Pick<ToolCall, 'link' | 'language'>,
  page: { name: PageName; params?: Readonly<Record<string, string>> },
  metas: readonly Meta[],
  { pro, also = [] }: Besides = {},
): Citation {
  const say = speaker(language);
  const sources = new Map<string, Static<typeof Source>>();
  const notes = new Set<string>();
  for (const meta of metas) {
    for (const { name, covers, asOf, fetchedAt } of meta.sources) {
      const source = { name: wordsFor(covers[0] ?? name, say), asOf, fetchedAt };
      sources.set(Object.values(source).join(' '), source);
    }
    if (meta.dataset === 'demo') notes.add(say(said.demo()));
    if (meta.preview || meta.redacted?.length) notes.add(say(pro ?? said.preview()));
    if (meta.stale) notes.add(say(said.stale()));
    if (meta.pending?.length) notes.add(say(said.pending()));
    for (const part of meta.notLoaded ?? []) notes.add(say(said.notLoaded({ part: wordsFor(part, say) })));
    for (const warning of meta.warnings ?? []) notes.add(warning);
  }
  for (const sentence of also) notes.add(say(sentence));
  return { url: link(page.name, page.params), sources: [...sources.values()], notes: [...notes] };
}

/** A part of the data as citations call its source; one that they do not know keeps its name. */
function wordsFor(part: string, say: Say): string {
  const words = Object.hasOwn(sourcesCited, part) ? sourcesCited[part as keyof typeof sourcesCited] : null;
  return words ? say(words()) : part;
}
