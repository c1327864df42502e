/** What every answer says of where it comes from: the page to link, the sources with their days, and what is missing. */
import Type, { type Static } from 'typebox';
import type { Meta } from '#operations/performed.ts';
import { say } from '#sentences/sentence.ts';
import type { PageName } from '#web/addresses.ts';
import { notes as said } from './sentences.ts';
import type { ToolCall } from './tool.ts';

const Source = Type.Object({
  name: Type.String(),
  asOf: Type.Union([Type.String(), Type.Null()], { description: 'Day that the data is of; null: nobody says.' }),
  fetchedAt: Type.Union([Type.String(), Type.Null()], { description: 'When it was read from the source.' }),
});

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

/** Of one answer that was made of several operations. */
export function cited(
  { link, language }: Pick<ToolCall, 'link' | 'language'>,
  page: { name: PageName; params?: Readonly<Record<string, string>> },
  metas: readonly Meta[],
): Citation {
  const sources = new Map<string, Static<typeof Source>>();
  const notes = new Set<string>();
  for (const meta of metas) {
    for (const { name, asOf, fetchedAt } of meta.sources)
      sources.set(`${name} ${asOf} ${fetchedAt}`, { name, asOf, fetchedAt });
    if (meta.dataset === 'demo') notes.add(say(said.demo(), language));
    if (meta.preview) notes.add(say(said.preview(), language));
    if (meta.stale) notes.add(say(said.stale(), language));
    for (const warning of meta.warnings ?? []) notes.add(warning);
  }
  return { url: link(page.name, page.params), sources: [...sources.values()], notes: [...notes] };
}
