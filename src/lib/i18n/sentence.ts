/** Messages: a message travels as a code and its values, plain data, and is rendered in a language where the answer leaves. Texts are in `locales/`. */
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

/** A text of a message in one language. */
type Text = string | ((values: never) => string);

/** Texts by namespace and name. */
type Table = Readonly<Record<string, Readonly<Record<string, Text>>>>;

type Texts = Record<Language, Text>;

/** Where a text takes a text, another message may stand: it is rendered in the same language. */
type Given<Values> = { [Name in keyof Values]: string extends Values[Name] ? Values[Name] | Sentence : Values[Name] };

type Maker<English> = English extends (values: infer Values) => string
  ? unknown extends Values
    ? () => Sentence
    : (values: Given<Values>) => Sentence
  : () => Sentence;

/** One function for each message of a namespace. */
export type Makers<Namespace> = { [Name in keyof Namespace]: Maker<Namespace[Name]> };

const catalogue = new Map<string, Texts>();

export function declareMessages(english: Table, romanian: Table): void {
  for (const [namespace, texts] of Object.entries(english))
    for (const [name, en] of Object.entries(texts)) {
      const ro = romanian[namespace]?.[name];
      if (ro === undefined) throw new Error(`The message ${namespace}.${name} has no Romanian.`);
      catalogue.set(`${namespace}.${name}`, { en, ro });
    }
}

export function makersOf<Namespace extends object>(namespace: string, english: Namespace): Makers<Namespace> {
  const makers = Object.keys(english).map((name) => {
    const code = `${namespace}.${name}`;
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
  const text = texts[language] as string | ((values: Record<string, unknown>) => string);
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
export const declared = (): ReadonlyMap<string, Texts> => catalogue;
