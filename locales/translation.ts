/** The type of the Romanian of a message table: a text of the same values for each English one. */
export type Translation<English> = {
  [Name in keyof English]: English[Name] extends (values: infer Values) => string
    ? string | ((values: Values) => string)
    : English[Name] extends string
      ? string | (() => string)
      : Translation<English[Name]>;
};
