/** Descriptions of answers and parameters: every field says in both languages what it is, and a field that may be unknown says so. */
import { type TSchema, Type } from 'typebox';
import type { Bilingual, Language } from '#lib/i18n/message.ts';

/** An answer has the fields that its schema names and no other. */
export const closed = { additionalProperties: false } as const;

/** The texts of a schema. A symbol, so that JSON Schema and OpenAPI do not see it. */
const TEXTS = Symbol('texts');

/** A text that only agents read is a string, in English. */
export type Description = FieldTexts | string;

/** What a field means, and the heading of its column in a table for people. */
export interface FieldTexts extends Bilingual {
  heading?: Bilingual;
}

/** As an option of a schema: its description, in English for JSON Schema. */
export const about = (texts: Description): { description: string } =>
  typeof texts === 'string' ? { description: texts } : { description: texts.en, ...{ [TEXTS]: texts } };

/** A schema with a description: `field(Type.String(), { en: 'Name.', ro: 'Numele.' })`. */
export const field = <S extends TSchema>(schema: S, texts: Description): S => {
  const described: S = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(described, about(texts));
};

export const orNull = <S extends TSchema>(schema: S, texts: Description) =>
  Type.Union([schema, Type.Null()], about(texts));

/** One of a few words: `oneOf(['safe', 'grey'], { … })`. A parameter that is left out has the value of `fallback`. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  texts: Description,
  fallback?: NoInfer<Word>,
) => Type.Unsafe<Word>({ type: 'string', enum: words, ...about(texts), ...(fallback && { default: fallback }) });

/** What a schema says of itself; empty where it says nothing. */
export const describe = (schema: object, language: Language): string => {
  const { [TEXTS]: texts, description } = schema as { [TEXTS]?: FieldTexts; description?: string };
  return texts?.[language] ?? description ?? '';
};

/** The heading of a column; undefined where the field declares none. */
export const headingOf = (schema: object, language: Language): string | undefined =>
  (schema as { [TEXTS]?: FieldTexts })[TEXTS]?.heading?.[language];
