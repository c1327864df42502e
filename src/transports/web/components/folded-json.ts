/**
 * JSON as a tree that unfolds without a script. Its text content is the JSON itself, so that copying needs no second copy in the page.
 * Client scripts render answers with it too: every value is escaped here.
 */
import { type Html, html } from '#transports/web/html.ts';

/** Deeper groups are plain lines: a hundred handles are harder to read than text. */
const HANDLES_DEEP = 4;
/** Deeper groups start folded; so does every row of a list but the first. */
const OPEN_DEEP = 2;
/** Groups with so few rows are no longer when open. */
const OPEN_ROWS = 3;
/** The longest list of plain values on one line. */
const LINE_CHARACTERS = 64;

const HINT_CHARACTERS = 28;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const foldedJson = (value: unknown): Html =>
  html`<div class="json">${tree(value as Json, html``, '', { depth: 0, isOpen: true })}</div>`;

interface At {
  depth: number;
  isOpen: boolean;
}

function tree(value: Json, name: Html, comma: string, { depth, isOpen }: At): Html {
  if (value === null || typeof value !== 'object') return html`<div>${name}${plain(value)}${comma}</div>`;
  const isList = Array.isArray(value);
  const rows: [Html, Json][] = isList
    ? value.map((row) => [html``, row])
    : Object.entries(value).map(([key, inner]) => [html`<b>${JSON.stringify(key)}</b>: `, inner]);
  const [open, close] = isList ? '[]' : '{}';
  if (isShort(rows))
    return html`<div>${name}${open}${rows.map(([key, inner], i) => html`${key}${plain(inner)}${i < rows.length - 1 && ', '}`)}${close}${comma}</div>`;
  const inside = rows.map(([key, inner], i) =>
    tree(inner, key, i < rows.length - 1 ? ',' : '', {
      depth: depth + 1,
      isOpen: depth + 1 <= OPEN_DEEP && (!isList || i === 0),
    }),
  );
  const body = html`<div class="in">${inside}</div><div>${close}${comma}</div>`;
  if (depth >= HANDLES_DEEP) return html`<div>${name}${open}</div>${body}`;
  return html`<details${(isOpen || rows.length <= OPEN_ROWS) && html` open`}><summary data-more="${hintOf(rows[0])} ${rows.length} ${close}">${name}${open}</summary>${body}</details>`;
}

/** Distinguishes folded rows: the first value, if it is short. */
function hintOf([name, value]: [Html, Json] = [html``, null]): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return name.markup === '' || text === '' || text.length > HINT_CHARACTERS ? '…' : `${text} …`;
}

const isShort = (rows: readonly [Html, Json][]): boolean =>
  rows.every(([, inner]) => inner === null || typeof inner !== 'object') &&
  rows.reduce((sum, [key, inner]) => sum + key.markup.length + JSON.stringify(inner).length, 0) <= LINE_CHARACTERS;

/** Texts, numbers and literals have different classes. */
function plain(value: Json): Html {
  const kind = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word';
  return html`<span class="${kind}">${JSON.stringify(value)}</span>`;
}
