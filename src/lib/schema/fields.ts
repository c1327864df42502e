/** Descriptions of answers and parameters in both languages. */
import { type TSchema, Type } from 'typebox';
import type { Bilingual, Language } from '#lib/i18n/message.ts';

/** An answer has only the fields of its schema. */
export const closed = { additionalProperties: false } as const;

/** The texts of a schema. A symbol, so that JSON Schema and OpenAPI do not see it. */
const TEXTS = Symbol('texts');

/** A text for agents only is a string, in English. */
export type Description = FieldTexts | string;

/** The meaning of a field, and the heading of its column in tables. */
export interface FieldTexts extends Bilingual {
  heading?: Bilingual;
}

/** The description as an option of a schema, in English for JSON Schema. */
export const about = (texts: Description): { description: string } =>
  typeof texts === 'string' ? { description: texts } : { description: texts.en, ...{ [TEXTS]: texts } };

/** A schema with a description: `field(Type.String(), { en: 'Name.', ro: 'Numele.' })`. */
export const field = <S extends TSchema>(schema: S, texts: Description): S => {
  const described: S = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(described, about(texts));
};

/**
 * What the null of a field states; `x-null` in OpenAPI. `unknown`: there may be a value. `notApplicable`: there is none, as for the end of
 * something that lasts; such a field is never null because a source is missing.
 */
export type NullMeaning = 'unknown' | 'notApplicable';
const NULL_MEANING = Symbol('meaning of null');

const nullable =
  (meaning: NullMeaning) =>
  <S extends TSchema>(schema: S, texts: Description) =>
    Type.Union([schema, Type.Null()], { ...about(texts), ...{ [NULL_MEANING]: meaning } });

/** A value that may be unknown. */
export const orNull = nullable('unknown');

/** A value that may not exist. */
export const orNone = nullable('notApplicable');

export const nullMeaningOf = (schema: object): NullMeaning | undefined =>
  (schema as { [NULL_MEANING]?: NullMeaning })[NULL_MEANING];

/** An enumeration of strings: `oneOf(['safe', 'grey'], { … })`. A parameter that is left out has the value of `fallback`. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  texts: Description,
  fallback?: NoInfer<Word>,
) => Type.Unsafe<Word>({ type: 'string', enum: words, ...about(texts), ...(fallback && { default: fallback }) });

/** The description of a schema; empty if it has none. */
export const describe = (schema: object, language: Language): string => {
  const { [TEXTS]: texts, description } = schema as { [TEXTS]?: FieldTexts; description?: string };
  return texts?.[language] ?? description ?? '';
};

/** The heading of a column, if the field declares one. */
export const headingOf = (schema: object, language: Language): string | undefined =>
  (schema as { [TEXTS]?: FieldTexts })[TEXTS]?.heading?.[language];
