/** The second sheet of a workbook: where its rows come from, of which day they are, and where to ask again. */
import { speaker } from '#lib/i18n/sentence.ts';
import type { Cell } from './columns.ts';
import { said } from './sentences.ts';
import type { TableInput } from './tabled.ts';

/** Of sources, what their publishers said may be added to. */
interface Stamp {
  name: string;
  asOf: string | null;
  fetchedAt: string | null;
  licence: string | null;
  url?: string | null;
}

export function sourcesOf(tabled: TableInput, day: string): Cell[][] {
  const { language, resource, meta, total, totalRelation, next } = tabled;
  const say = speaker(language);
  const sources: Stamp[] = meta.sources;
  const listed = total === null ? [] : [[say(totalRelation === 'exact' ? said.total() : said.totalAtLeast()), total]];
  return [
    [said.source(), said.asOf(), said.fetchedAt(), said.licence(), said.address()].map(say),
    ...sources.map(({ name, asOf, fetchedAt, licence, url }) => [name, asOf, fetchedAt, licence, url ?? null]),
    [],
    [say(said.madeOn()), day],
    [say(said.madeAt()), resource],
    ...(typeof meta.cite === 'string' ? [[say(said.cite()), meta.cite]] : []),
    [say(said.generation()), meta.generation],
    ...(meta.dataset === 'demo' ? [[say(said.demo())]] : []),
    ...listed,
    ...(next === null ? [] : [[say(said.next()), next]]),
    ...(meta.notLoaded ?? []).map((name) => [say(said.notLoaded()), name]),
    ...(meta.redacted ?? []).map((name) => [say(said.redacted()), name]),
    ...(meta.ignored ?? []).map((name) => [say(said.ignored()), name]),
    ...(meta.preview ? [[say(said.preview())]] : []),
    ...(meta.warnings ?? []).map((warning) => [say(said.warning()), warning]),
  ];
}
