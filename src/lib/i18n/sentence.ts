/**
 * The catalogue of every sentence that a caller can read. A sentence travels as a code and its values, plain data, and is said in a
 * language only where it leaves. Each room declares its own in a `sentences.ts` beside what they are about.
 */
import { channel } from 'node:diagnostics_channel';

export const languages = ['en', 'ro'] as const;
export type Language = (typeof languages)[number];

export interface Sentence {
  /** `companies.unknown`: stable, for programs. */
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Says a sentence in the language of whoever is listening. */
export type Say = (sentence: Sentence) => string;

type Text<Values> = string | ((values: Values) => string);

/** A text in each language, of the same values. */
export type Texts<Values> = Record<Language, Text<Values>>;

/** Where a text takes a text, another sentence may stand: it is said in the same language. */
type Given<Values> = { [Name in keyof Values]: string extends Values[Name] ? Values[Name] | Sentence : Values[Name] };

type Maker<Values> = unknown extends Values ? () => Sentence : (values: Given<Values>) => Sentence;

const catalogue = new Map<string, Texts<never>>();

/** Declares the sentences of a room: `said.unknown({ cui })` is the sentence `<room>.unknown` with its value. */
export function sentences<Table>(
  room: string,
  table: { [Name in keyof Table]: Texts<Table[Name]> },
): { [Name in keyof Table]: Maker<Table[Name]> } {
  const makers = Object.entries<Texts<never>>(table).map(([name, texts]) => {
    const code = `${room}.${name}`;
    if (catalogue.has(code)) throw new Error(`The sentence ${code} is declared twice.`);
    catalogue.set(code, texts);
    const plain: Sentence = { code, values: {} };
    return [name, (values?: Sentence['values']) => (values === undefined ? plain : { code, values })];
  });
  return Object.fromEntries(makers);
}

/** Every text said with values, for the test that holds answers against the catalogue. */
export const saidTexts = channel('firmoteca:said');

export interface SaidText {
  language: Language;
  text: string;
}

export function say({ code, values }: Sentence, language: Language): string {
  const texts = catalogue.get(code);
  if (texts === undefined) throw new Error(`There is no sentence ${code}.`);
  const text = texts[language] as Text<Record<string, unknown>>;
  if (typeof text === 'string') return text;
  const spoken = Object.entries(values).map(([name, value]) => [
    name,
    isSentence(value) ? say(value, language) : value,
  ]);
  const said = text(Object.fromEntries(spoken));
  if (saidTexts.hasSubscribers) saidTexts.publish({ language, text: said } satisfies SaidText);
  return said;
}

const speakers: Record<Language, Say> = {
  en: (sentence) => say(sentence, 'en'),
  ro: (sentence) => say(sentence, 'ro'),
};

/** Says everything in one language: English to those who did not ask for another. */
export const speaker = (language: Language = 'en'): Say => speakers[language];

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value;

/** All that is declared by what was imported so far, by code. */
export const declared = (): ReadonlyMap<string, Texts<never>> => catalogue;
