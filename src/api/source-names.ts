/** Sources by the names that readers know. */
import { citationWords, sourceLabels } from '#data/sources/sources.ts';
import type { Language } from '#lib/i18n/message.ts';

export { type SourceName, sourceNames } from '#data/sources/sources.ts';

/** A source without a label keeps its name. */
export const sourceName = (name: string, language: Language): string => sourceLabels.get(name)?.[language] ?? name;

/** The source of a part of the data in the words of a citation; null for a part that no source declares. */
export const citedSource = (part: string, language: Language): string | null =>
  citationWords.get(part)?.[language] ?? null;
