/** The columns of a list, told by the shape of its rows: what is nested becomes `authority.cui`, lists are joined by `; `. */
import type { TSchema } from 'typebox';

/** Where a column's values lie in a row. */
export type Column = readonly string[];

/** What stands in a cell; null leaves it empty. */
export type Cell = string | number | boolean | null;

interface Shape {
  type?: string;
  items?: Shape;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
}

/** In the order in which the shape names them. */
export function columnsOf(row: TSchema): Column[] {
  const found = new Map<string, Column>();
  collect(row as Shape, [], found);
  return [...found.values()];
}

function collect(shape: Shape, path: Column, found: Map<string, Column>): void {
  const { anyOf, items, properties, type } = shape;
  if (anyOf) for (const one of anyOf) collect(one, path, found);
  else if (items) collect(items, path, found);
  else if (properties) for (const [name, inner] of Object.entries(properties)) collect(inner, [...path, name], found);
  else if (type !== 'null') found.set(path.join('.'), path);
}

const BETWEEN = '; ';
/** Of lists within lists. */
const BETWEEN_INNER = ', ';

export const cellOf = (row: unknown, column: Column): Cell => valueAt(row, column, 0, BETWEEN);

function valueAt(value: unknown, column: Column, depth: number, between: string): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value))
    return joined(
      value.map((one) => valueAt(one, column, depth, BETWEEN_INNER)),
      between,
    );
  const name = column[depth];
  if (name !== undefined)
    return typeof value === 'object'
      ? valueAt((value as Record<string, unknown>)[name], column, depth + 1, between)
      : null;
  // A table of names that nobody declared has no columns: it stands as it is.
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/** Places are kept, so that the second name of one column belongs to the second code of another. */
const joined = (cells: Cell[], between: string): Cell =>
  cells.every((cell) => cell === null) ? null : cells.map((cell) => cell ?? '').join(between);
