/** The parts of the dataset as people know them: declared by the sources, in both languages. */
import { type PartFacts, partFacts } from '#data/sources/sources.ts';
import { type PartName, partNames } from '#data/store/formats.ts';
import { declareMessages, type Language, type Message } from '#lib/i18n/message.ts';

/** A part with a format whose source does not declare it is a type error here. */
const facts: Readonly<Record<PartName, PartFacts>> = partFacts;

/** Undefined: a manifest may name a part of a newer version. */
export const factsOf = (name: string): PartFacts | undefined =>
  Object.hasOwn(facts, name) ? facts[name as PartName] : undefined;

export const partTitle = (name: string, language: Language): string => factsOf(name)?.title[language] ?? name;

const phrases = (language: Language): Record<string, string> =>
  Object.fromEntries(partNames.map((name) => [name, facts[name].phrase[language]]));

const messages = declareMessages({ part: phrases('en') }, { part: phrases('ro') });

/** The name of a part as a value of a message. */
export const partPhrase = (name: string): Message | string => messages.part[name]?.() ?? name;

export const coverOf = (name: string): string => factsOf(name)?.cover ?? name;

const byCover = new Map(partNames.map((name) => [coverOf(name), facts[name]]));

/** What answers have from it, by its name in answers. */
export const coverTells = (cover: string, language: Language): string | null =>
  byCover.get(cover)?.tells?.[language] ?? null;

/** Whether it comes from a publication only: all others are queried live, or computed. */
export const isPublishedOnly = (cover: string): boolean => {
  const part = byCover.get(cover);
  return part !== undefined && part.overdue !== null && !part.isLiveToo;
};
