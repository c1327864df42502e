/** Messages: a message travels as a code and its values, plain data, and is rendered in a language where the answer leaves. Texts are in `locales/`. */
import { channel } from 'node:diagnostics_channel';

export const languages = ['en', 'ro'] as const;
export type Language = (typeof languages)[number];

/** A text in both languages, outside of the catalogue. */
export type Bilingual = Readonly<Record<Language, string>>;

export const inBoth = <Value>(write: (language: Language) => Value): Readonly<Record<Language, Value>> => ({
  en: write('en'),
  ro: write('ro'),
});

export interface Message {
  /** `companies.unknown`: stable, for programs. */
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Renders a message in one language. */
export type Translate = (message: Message) => string;

type Text = string | ((values: never) => string);

/** Texts by name, grouped in namespaces. */
export interface MessageTable {
  readonly [name: string]: Text | MessageTable;
}

type Texts = Record<Language, Text>;

/** A message may be a value of another message: both are rendered in the same language. */
type MessageInputs<Values> = {
  [Name in keyof Values]: string extends Values[Name] ? Values[Name] | Message : Values[Name];
};

/** One function for each message of a table, which creates the message from its values. */
export type MessageFactories<Table> = {
  [Name in keyof Table]: Table[Name] extends (values: infer Values) => string
    ? unknown extends Values
      ? () => Message
      : (values: MessageInputs<Values>) => Message
    : Table[Name] extends string
      ? () => Message
      : MessageFactories<Table[Name]>;
};

const catalogue = new Map<string, Texts>();

/** Adds a table to the catalogue and returns its functions. */
export const declareMessages = <English extends object>(
  english: English,
  romanian: object,
): MessageFactories<English> =>
  declareTable(english as MessageTable, romanian as MessageTable, '') as MessageFactories<English>;

function declareTable(english: MessageTable, romanian: MessageTable | undefined, namespace: string): object {
  const factories = Object.entries(english).map(([name, en]) => {
    const code = `${namespace}${name}`;
    const ro = romanian?.[name];
    if (!isText(en)) return [name, declareTable(en, ro as MessageTable | undefined, `${code}.`)];
    if (ro === undefined || !isText(ro)) throw new Error(`The message ${code} has no Romanian.`);
    catalogue.set(code, { en, ro });
    const plain: Message = { code, values: {} };
    return [name, (values?: Message['values']) => (values === undefined ? plain : { code, values })];
  });
  return Object.fromEntries(factories);
}

const isText = (value: Text | MessageTable): value is Text => typeof value !== 'object';

/** Every text rendered with values, for the test that compares answers with the catalogue. */
export const renderedTexts = channel('firmoteca:rendered');

export interface RenderedText {
  language: Language;
  text: string;
}

export function translate({ code, values }: Message, language: Language): string {
  const texts = catalogue.get(code);
  if (texts === undefined) throw new Error(`There is no message ${code}.`);
  const text = texts[language] as string | ((values: Record<string, unknown>) => string);
  if (typeof text === 'string') return text;
  const rendered = Object.entries(values).map(([name, value]) => [
    name,
    isMessage(value) ? translate(value, language) : value,
  ]);
  const result = text(Object.fromEntries(rendered));
  if (renderedTexts.hasSubscribers) renderedTexts.publish({ language, text: result } satisfies RenderedText);
  return result;
}

const translators: Record<Language, Translate> = {
  en: (message) => translate(message, 'en'),
  ro: (message) => translate(message, 'ro'),
};

export const translator = (language: Language = 'en'): Translate => translators[language];

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value;

export const isDeclared = (code: string): boolean => catalogue.has(code);

/** Every message of the catalogue, by code. */
export const declaredMessages = (): ReadonlyMap<string, Texts> => catalogue;
