/** A search of operations by words of either language, with or without diacritics, in titles, parameters and fields. */

import type { Operation } from '#api/endpoint.ts';
import { chapterOf } from '#api/openapi/chapters.ts';
import { languages } from '#lib/i18n/message.ts';
import { words } from '#lib/values/text.ts';
import { type Field, fieldsOfEndpoint } from './fields.ts';
import { meaningOf } from './phrases.ts';

/** A search for an operation is shorter. */
const WORDS_MAX = 8;
export const CHARACTERS_MAX = 200;
/** Fields named as the reason of a hit. */
const FIELDS_MAX = 3;

/** A text of an operation; a greater weight for a text that describes its purpose better. */
interface WeightedText {
  weight: number;
  words: ReadonlySet<string>;
}

interface IndexedOperation<One extends Operation> {
  operation: One;
  texts: readonly WeightedText[];
  fields: readonly { field: string; words: ReadonlySet<string> }[];
}

export interface OperationHit<One extends Operation> {
  operation: One;
  /** Fields with the words. */
  fields: string[];
}

export const indexOperations = <One extends Operation>(operations: readonly One[]): IndexedOperation<One>[] =>
  operations.map(indexOf);

/** The best hit first. No hits without a word. */
export function searchOperations<One extends Operation>(
  index: readonly IndexedOperation<One>[],
  text: string,
): OperationHit<One>[] {
  const terms = words(text.slice(0, CHARACTERS_MAX)).slice(0, WORDS_MAX).map(synonymStems);
  if (terms.length === 0) return [];
  return index
    .map((one) => ({ one, score: scoreOf(one, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => ({ operation: one.operation, fields: fieldsWith(one, terms) }));
}

/** Every word must occur; each counts with the greatest weight of its texts. */
function scoreOf({ texts }: IndexedOperation<Operation>, terms: readonly (readonly string[])[]): number {
  let sum = 0;
  for (const stems of terms) {
    const best = Math.max(0, ...texts.map((text) => weightOf(text, stems)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The exact word scores a little more than a prefix. */
const weightOf = ({ weight, words: all }: WeightedText, stems: readonly string[]): number =>
  has(all, stems) ? weight + (all.has(stems[0] ?? '') ? 0.5 : 0) : 0;

const fieldsWith = ({ fields }: IndexedOperation<Operation>, terms: readonly (readonly string[])[]): string[] =>
  fields
    .filter((one) => terms.some((stems) => has(one.words, stems)))
    .slice(0, FIELDS_MAX)
    .map(({ field }) => field);

const has = (all: ReadonlySet<string>, stems: readonly string[]): boolean =>
  all.values().some((word) => stems.some((stem) => word.startsWith(stem)));

function indexOf<One extends Operation>(operation: One): IndexedOperation<One> {
  const { id, declaration } = operation;
  const { path, title, about, params, query, body } = declaration;
  const parameters = [params, query, body].flatMap((schema) => Object.entries(schema?.properties ?? {}));
  const chapter = chapterOf(declaration);
  const fields = new Map<string, string[]>();
  for (const language of languages)
    for (const field of declaration.file ? [] : fieldsOfEndpoint(declaration, language))
      fields.set(field.path, [...(fields.get(field.path) ?? []), ...textsOfField(field)]);
  return {
    operation,
    texts: [
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

const textsOfField = ({ path, description }: Field): string[] => [path, description];

/** `vatRegistered` counts as one word and as two. */
const wordsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...words(text), ...words(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))]));

const SYNONYMS: readonly (readonly string[])[] = [
  ['vat', 'tva'],
  ['owner', 'proprietar', 'patron', 'actionar', 'asociat', 'shareholder', 'beneficiar'],
  ['director', 'administrator', 'reprezentant', 'representative', 'officer', 'conducere'],
  ['bilant', 'balance', 'financial', 'financiar', 'accounts'],
  ['turnover', 'revenue', 'cifra', 'afaceri', 'venit'],
  ['employee', 'staff', 'angajat', 'salariat'],
  ['company', 'companies', 'firma', 'firme', 'companie', 'companii', 'societat'],
  ['person', 'people', 'persoan', 'oameni'],
  ['tender', 'licitati', 'notice', 'anunt'],
  ['contract'],
  ['procurement', 'achiziti', 'purchase', 'cumparar'],
  ['supplier', 'furnizor', 'contractor', 'ofertant'],
  ['authority', 'autoritat', 'buyer', 'cumparator'],
  ['rate', 'curs', 'exchange', 'valut', 'schimb'],
  ['convert', 'converti', 'conversi'],
  ['search', 'caut'],
  ['health', 'sanatat', 'altman', 'risc', 'risk', 'insolvenc', 'insolvent', 'faliment', 'bankrupt'],
  ['debt', 'datori', 'restant'],
  ['inactive', 'inactiv'],
  ['address', 'adres', 'sediu', 'headquarters'],
  ['county', 'judet'],
  ['town', 'city', 'oras', 'localitat', 'locality'],
  ['activity', 'caen', 'nace', 'activitat'],
  ['gazette', 'monitor', 'decision', 'hotarar', 'decizi'],
  ['press', 'comunicat', 'release'],
  ['document', 'fisier', 'file', 'caiet'],
  ['signature', 'semnatur', 'signer', 'semnatar'],
  ['ranking', 'clasament', 'leaderboard', 'top'],
  ['market', 'piat', 'piet', 'cpv'],
  ['history', 'istoric', 'timeline', 'cronologi'],
  ['network', 'retea', 'graf', 'legat', 'related'],
  ['treasury', 'trezorer', 'iban', 'cont'],
  ['receipt', 'dovad', 'recipis'],
  ['batch', 'lot', 'bulk'],
  ['status', 'stare'],
  ['usage', 'consum', 'folosir'],
  ['profit', 'result', 'rezultat', 'loss', 'pierder'],
];

/** Shorter words are a prefix of too many stems. */
const STEM_MIN = 4;

/** The word, and the stems of its synonyms. */
function synonymStems(word: string): readonly string[] {
  const synonyms = SYNONYMS.filter((stems) =>
    stems.some((stem) => word.startsWith(stem) || (word.length >= STEM_MIN && stem.startsWith(word))),
  );
  return [word, ...synonyms.flat()];
}
