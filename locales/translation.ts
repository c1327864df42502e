/** The types of a message table: English declares names and values, Romanian has a text of the same values for each of them. */
export type Text<Values> = string | ((values: Values) => string);

export type Translation<English> = {
  [Namespace in keyof English]: {
    [Name in keyof English[Namespace]]: English[Namespace][Name] extends (values: infer Values) => string
      ? Text<Values>
      : string | (() => string);
  };
};
