/** Operations found by words of either language, with or without diacritics: in what they are called, take and tell. */

import type { Operation } from '#api/endpoint.ts';
import { chapterOf } from '#api/openapi/chapters.ts';
import { languages } from '#lib/i18n/message.ts';
import { words } from '#lib/values/text.ts';
import type { Field } from './fields.ts';
import { meaningOf } from './in-words.ts';
import { fieldsIn } from './reference.ts';
import { sameMeaning } from './same-meaning.ts';

/** What is typed by somebody who looks for an operation is shorter. */
const WORDS_MAX = 8;
export const CHARACTERS_MAX = 200;
/** Fields that are named as a reason. */
const FIELDS_TOLD = 3;

/** How much a place tells about what an operation is for. */
interface Place {
  weight: number;
  words: ReadonlySet<string>;
}

interface Indexed<One extends Operation> {
  operation: One;
  places: readonly Place[];
  fields: readonly { field: string; words: ReadonlySet<string> }[];
}

export interface Found<One extends Operation> {
  operation: One;
  /** Fields that have the words, where nothing that says more does. */
  fields: string[];
}

export const indexed = <One extends Operation>(operations: readonly One[]): Indexed<One>[] => operations.map(indexOf);

/** The likeliest first. Nothing where there is not a word. */
export function found<One extends Operation>(index: readonly Indexed<One>[], text: string): Found<One>[] {
  const asked = words(text.slice(0, CHARACTERS_MAX)).slice(0, WORDS_MAX).map(sameMeaning);
  if (asked.length === 0) return [];
  return index
    .map((one) => ({ one, score: scoreOf(one, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => ({ operation: one.operation, fields: fieldsWith(one, asked) }));
}

/** Every word must be found somewhere; what is found in a weighty place counts more. */
function scoreOf({ places }: Indexed<Operation>, asked: readonly (readonly string[])[]): number {
  let sum = 0;
  for (const stems of asked) {
    const best = Math.max(0, ...places.map((place) => weightOf(place, stems)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The very word that was typed counts a little more than one that only begins so. */
const weightOf = ({ weight, words: all }: Place, stems: readonly string[]): number =>
  has(all, stems) ? weight + (all.has(stems[0] ?? '') ? 0.5 : 0) : 0;

const fieldsWith = ({ fields }: Indexed<Operation>, asked: readonly (readonly string[])[]): string[] =>
  fields
    .filter((one) => asked.some((stems) => has(one.words, stems)))
    .slice(0, FIELDS_TOLD)
    .map(({ field }) => field);

const has = (all: ReadonlySet<string>, stems: readonly string[]): boolean =>
  all.values().some((word) => stems.some((stem) => word.startsWith(stem)));

function indexOf<One extends Operation>(operation: One): Indexed<One> {
  const { id, declaration } = operation;
  const { path, title, about, params, query, body } = declaration;
  const parameters = [params, query, body].flatMap((schema) => Object.entries(schema?.properties ?? {}));
  const chapter = chapterOf(path);
  const fields = new Map<string, string[]>();
  for (const language of languages)
    for (const field of declaration.file ? [] : fieldsIn(declaration, language))
      fields.set(field.path, [...(fields.get(field.path) ?? []), ...spoken(field)]);
  return {
    operation,
    places: [
      { weight: 8, words: wordsIn(Object.values(title)) },
      { weight: 5, words: wordsIn([path, id]) },
      { weight: 4, words: wordsIn(Object.values(about)) },
      { weight: 3, words: wordsIn([...Object.values(chapter.name), ...Object.values(chapter.about)]) },
      {
        weight: 2,
        words: wordsIn(
          parameters.flatMap(([name, shape]) => [
            name,
            ...languages.map((language) => meaningOf(shape as { description?: string }, language)),
          ]),
        ),
      },
      { weight: 1, words: wordsIn([...fields.values()].flat()) },
    ],
    fields: [...fields].map(([field, texts]) => ({ field, words: wordsIn(texts) })),
  };
}

const spoken = ({ path, description }: Field): string[] => [path, description];

/** `vatRegistered` is two words, and one. */
const wordsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...words(text), ...words(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))]));
