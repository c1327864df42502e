/**
 * Redacts names of hidden persons anywhere in a response, as the last step before it is sent: new operations need no code of their own.
 * The name of a record itself stays: of a firm, also of a sole trader, and of a person with an id.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { HiddenNames, HiddenPersons } from './hidden-names.ts';

/** Fields that hold the name of a record. */
const NAMES = new Set(['name', 'companyName', 'label']);
/** An object with one of these fields is a record. */
const RECORD_FIELDS = ['cui', 'personId', 'id', 'registrationNumber', 'legalForm'];
/** Identifiers and addresses would break if redacted. The operation that returns them ensures that they name no hidden person. */
const ADDRESSES = new Set(['id', 'slug', 'articleSlug', 'url', 'personId', 'generation', 'requestId']);

/** Returns the same object if nothing is redacted. Never mutates it: the operation may cache its answer. */
export function redact<Data>(data: Data, names: HiddenNames): Data {
  return redactValue(data, names) as Data;
}

/**
 * Builds and redacts rows with long texts one by one, and yields to other requests in between: an uncached page of texts takes a
 * quarter of a second.
 */
export async function redactRows<Row, Output>(
  rows: readonly Row[],
  build: (row: Row) => Output,
  { names, version }: HiddenPersons,
): Promise<Output[]> {
  if (version === '') return rows.map(build);
  const outputs: Output[] = [];
  for (const row of rows) {
    outputs.push(redact(build(row), names));
    await yieldToOthers();
  }
  return outputs;
}

function redactValue(value: unknown, names: HiddenNames): unknown {
  if (typeof value === 'string') return names.redact(value);
  if (Array.isArray(value)) return redactList(value, names);
  return typeof value === 'object' && value !== null ? redactRecord(value as Record<string, unknown>, names) : value;
}

function redactList(list: readonly unknown[], names: HiddenNames): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (const [at, entry] of list.entries()) {
    const redacted = redactValue(entry, names);
    if (redacted === entry) continue;
    changed ??= [...list];
    changed[at] = redacted;
  }
  return changed ?? list;
}

function redactRecord(record: Record<string, unknown>, names: HiddenNames): Record<string, unknown> {
  let changed: Record<string, unknown> | null = null;
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string' && (ADDRESSES.has(field) || (NAMES.has(field) && isRecord(record)))) continue;
    const redacted = redactValue(value, names);
    if (redacted === value) continue;
    changed ??= { ...record };
    changed[field] = redacted;
  }
  return changed ?? record;
}

const isRecord = (object: Record<string, unknown>): boolean =>
  RECORD_FIELDS.some((field) => object[field] !== undefined && object[field] !== null);
