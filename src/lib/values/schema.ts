/** Small words for describing answers: every field says what it is, and a field that may be unknown says so. */
import { type TSchema, Type } from 'typebox';

/** An answer has the fields that its schema names and no other. */
export const closed = { additionalProperties: false } as const;

export const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** One of a few words: `oneOf(['safe', 'grey'], 'The zone …')`. A parameter that is left out has the value of `fallback`. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  description: string,
  fallback?: NoInfer<Word>,
) => Type.Unsafe<Word>({ type: 'string', enum: words, description, ...(fallback && { default: fallback }) });
