/**
 * The text of one column. Any string is assignable to it; the text of another column is not: swapping two columns is a type error.
 */
export type ColumnText<Name extends string> = string & { readonly column?: Name };
