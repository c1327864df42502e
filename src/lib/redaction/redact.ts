/**
 * An answer without the names of hidden persons, wherever in it they stand: the last look before it leaves, so that a new operation is
 * covered by itself. Names that are a record's own stay: of a firm, also a sole trader's, and of a person who is shown by an id.
 */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { HiddenNames } from './hidden-names.ts';
import type { HiddenPersons } from './hidden-persons.ts';

/** Fields that hold the name of a record. */
const NAMES = new Set(['name', 'companyName', 'label']);
/** What makes a record of the object that has one of them. */
const KNOWN_BY = ['cui', 'personId', 'id', 'registrationNumber', 'legalForm'];
/** Identifiers and addresses: part of them would lead nowhere. Whoever gives them out sees to it that they name nobody. */
const ADDRESSES = new Set(['id', 'slug', 'articleSlug', 'url', 'personId', 'generation', 'requestId']);

/** The same object where there is nothing to take out; it is never changed, because answers may be kept by who made them. */
export function redact<Data>(data: Data, names: HiddenNames): Data {
  return look(data, names) as Data;
}

/**
 * Rows with long texts, made and looked through one by one, others having their turn between: a page of texts that nobody has asked
 * for since somebody was hidden would else keep the serving thread for a quarter of a second.
 */
export async function redactInTurn<Row, Shown>(
  rows: readonly Row[],
  made: (row: Row) => Shown,
  { names, version }: HiddenPersons,
): Promise<Shown[]> {
  if (version === '') return rows.map(made);
  const shown: Shown[] = [];
  for (const row of rows) {
    shown.push(redact(made(row), names));
    await othersTurn();
  }
  return shown;
}

function look(value: unknown, names: HiddenNames): unknown {
  if (typeof value === 'string') return names.redacted(value);
  if (Array.isArray(value)) return lookThrough(value, names);
  return typeof value === 'object' && value !== null ? lookInto(value as Record<string, unknown>, names) : value;
}

function lookThrough(list: readonly unknown[], names: HiddenNames): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (const [at, entry] of list.entries()) {
    const shown = look(entry, names);
    if (shown === entry) continue;
    changed ??= [...list];
    changed[at] = shown;
  }
  return changed ?? list;
}

function lookInto(record: Record<string, unknown>, names: HiddenNames): Record<string, unknown> {
  let changed: Record<string, unknown> | null = null;
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string' && (ADDRESSES.has(field) || (NAMES.has(field) && isRecord(record)))) continue;
    const shown = look(value, names);
    if (shown === value) continue;
    changed ??= { ...record };
    changed[field] = shown;
  }
  return changed ?? record;
}

const isRecord = (object: Record<string, unknown>): boolean =>
  KNOWN_BY.some((field) => object[field] !== undefined && object[field] !== null);
