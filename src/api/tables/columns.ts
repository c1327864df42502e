/**
 * The columns of a list, from the schema of its rows, and their headings: nested fields become `authority.cui`, lists are joined
 * by `; `.
 */
import type { TSchema } from 'typebox';
import { isDeclared, type Language, translate } from '#lib/i18n/message.ts';
import { headingOf } from '#lib/schema/fields.ts';
import '#locales/messages.ts';

/** The path of a column in a row. */
export type Column = readonly string[];

/** The value of a cell; null leaves it empty. */
export type Cell = string | number | boolean | null;

interface Shape {
  type?: string;
  items?: Shape;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
}

/** In the order of the schema. */
export function columnsOf(row: TSchema): Column[] {
  const columns = new Map<string, Column>();
  collect(row as Shape, [], columns);
  return [...columns.values()];
}

function collect(shape: Shape, path: Column, columns: Map<string, Column>): void {
  const { anyOf, items, properties, type } = shape;
  if (anyOf) for (const one of anyOf) collect(one, path, columns);
  else if (items) collect(items, path, columns);
  else if (properties) for (const [name, inner] of Object.entries(properties)) collect(inner, [...path, name], columns);
  else if (type !== 'null') columns.set(path.join('.'), path);
}

const SEPARATOR = '; ';
/** Separates items of lists within lists. */
const INNER_SEPARATOR = ', ';

export const cellOf = (row: unknown, column: Column): Cell => valueAt(row, column, 0, SEPARATOR);

function valueAt(value: unknown, column: Column, depth: number, separator: string): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value))
    return joinCells(
      value.map((one) => valueAt(one, column, depth, INNER_SEPARATOR)),
      separator,
    );
  const name = column[depth];
  if (name !== undefined)
    return typeof value === 'object'
      ? valueAt((value as Record<string, unknown>)[name], column, depth + 1, separator)
      : null;
  // An object without declared properties has no columns: it stands as JSON.
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/** Empty items keep their position, so that the second name of one column belongs to the second code of another. */
const joinCells = (cells: Cell[], separator: string): Cell =>
  cells.every((cell) => cell === null) ? null : cells.map((cell) => cell ?? '').join(separator);

/**
 * The heading of a column in a workbook, in the caller's language, word by word: `authority.name` is `Authority: name`,
 * `administrators.0.name` is `Administrators 1: name`. `from`: the steps before it are not named.
 */
export function columnHeading(column: Column, row: TSchema, language: Language, from = 0): string {
  const words: string[] = [];
  let shapes: readonly object[] = [row];
  let owner = '';
  for (const [i, name] of column.entries()) {
    shapes = shapes.flatMap((shape) => schemasIn(shape, name));
    // List indices become numbers from 1.
    const word = isNumber(name) ? `${words.pop()} ${Number(name) + 1}` : wordFor(name, owner, shapes, language);
    if (!isNumber(name)) owner = i < from ? '' : name;
    // Without a word the path itself is the heading, as in the documentation.
    if (word === null) return column.slice(from).join('.');
    words.push(word);
  }
  const [first, ...others] = words.slice(from);
  return [first, ...others.map(lowercaseFirst)].join(': ');
}

const isNumber = (name: string): boolean => /^[0-9]+$/.test(name);

/** The schemas that a field of this name, or a row of a list, may have. */
function schemasIn(shape: object, name: string): object[] {
  const { anyOf, items, properties } = shape as Shape;
  if (anyOf) return anyOf.flatMap((one) => schemasIn(one, name));
  if (items) return isNumber(name) ? [items] : schemasIn(items, name);
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own ? [own] : [];
}

/**
 * The heading that the field declares, else the word that many lists share; a name may have its own word under an owner
 * (`authorityName`). Null where there is none.
 */
function wordFor(name: string, owner: string, shapes: readonly object[], language: Language): string | null {
  for (const shape of shapes) {
    const heading = headingOf(shape, language);
    if (heading !== undefined) return heading;
  }
  const codes = [`column.${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`, `column.${name}`];
  const code = codes.find(isDeclared);
  return code === undefined ? null : translate({ code, values: {} }, language);
}

/** Lowercases the first letter, except of abbreviations. */
const lowercaseFirst = (word: string): string =>
  /^\p{Lu}-?[\p{Ll} ]/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
