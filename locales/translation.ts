/** The type of the Romanian of a message table: a text of the same values for each English one. */
export type Translation<English> = {
  [Name in keyof English]: English[Name] extends (values: infer Values) => string
    ? string | ((values: Values) => string)
    : English[Name] extends string
      ? string | (() => string)
      : Translation<English[Name]>;
};

/** The type of page texts in any language: the names and values of the English ones. */
export type Localized<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English extends (...values: infer Values) => infer Result
      ? (...values: Values) => Localized<Result>
      : { readonly [Name in keyof English]: Localized<English[Name]> };
