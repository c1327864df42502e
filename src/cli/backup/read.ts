/** Reads a back-up and believes nothing: format, digest, counts and the shape of every line are checked on the way. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Value } from '#data/store/database.ts';
import { BrokenBackup, type EndLine, type Header, headerOf, readRow, type TableLine } from './format.ts';

/** What is in it, in the order of the file. */
export type Piece =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine }
  | { kind: 'row'; row: Value[] };

export interface Checked {
  header: Header;
  /** Rows by store and table: `state.account`. */
  rows: Record<string, number>;
}

/** Reads it from end to end and keeps nothing; throws `BrokenBackup` when it cannot be restored. */
export async function checkBackup(file: string): Promise<Checked> {
  let header: Header | undefined;
  const rows: Record<string, number> = {};
  let table = '';
  for await (const piece of readBackup(file)) {
    if (piece.kind === 'header') header = piece.header;
    else if (piece.kind === 'row') rows[table] = (rows[table] ?? 0) + 1;
    else {
      table = keyOf(piece.table);
      rows[table] = 0;
    }
  }
  if (header === undefined) throw cutOff(file);
  return { header, rows };
}

const keyOf = ({ store, table }: TableLine): string => `${store}.${table}`;

/** Items are verified only at the end of the file: until then a reader must be able to discard them. */
export async function* readBackup(file: string): AsyncGenerator<Piece> {
  const digest = createHash('sha256');
  const damaged = (what: string): BrokenBackup =>
    new BrokenBackup(`${file} is damaged: ${what}. Take another back-up.`);
  const counted: Record<string, number> = {};
  let header: Header | null = null;
  let table: TableLine | null = null;
  let isOver = false;
  for await (const line of linesIn(file)) {
    if (isOver) throw damaged('there is more behind its end');
    const value = parsed(line);
    if (header === null) {
      header = headerOf(value, file);
      yield { kind: 'header', header };
    } else if (isEnd(value)) {
      if (value.end.sha256 !== digest.digest('hex')) throw damaged('its checksum is another');
      if (!sameCounts(value.end.rows, counted)) throw damaged('it holds other rows than it says');
      isOver = true;
    } else if (isTable(value)) {
      table = value;
      counted[keyOf(table)] = 0;
      yield { kind: 'table', table };
    } else {
      const row = readRow(value);
      if (row === null || table === null || row.length !== table.columns.length)
        throw damaged('a line in it is no row of a table');
      counted[keyOf(table)] = (counted[keyOf(table)] ?? 0) + 1;
      yield { kind: 'row', row };
    }
    if (!isOver) digest.update(line).update('\n');
  }
  if (!isOver) throw cutOff(file);
}

/** `undefined` is no JSON. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

const isEnd = (value: unknown): value is EndLine =>
  typeof value === 'object' && value !== null && typeof (value as EndLine).end?.sha256 === 'string';

/** Names go into statements: nothing but letters, digits and underscores is one. */
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

const isTable = (value: unknown): value is TableLine => {
  const { store, table, columns } = (value ?? {}) as Partial<TableLine>;
  return (
    (store === 'state' || store === 'live') &&
    typeof table === 'string' &&
    Array.isArray(columns) &&
    columns.length > 0 &&
    [table, ...columns].every((name) => typeof name === 'string' && NAME.test(name))
  );
};

const sameCounts = (said: Record<string, number>, counted: Record<string, number>): boolean =>
  Object.keys(said).length === Object.keys(counted).length &&
  Object.entries(counted).every(([table, rows]) => said[table] === rows);

/** The longest line holds an answer that was paid for, some MB; what is longer was made to fill memory. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Without their line ends. What stands behind the last line end is left out: a whole file has nothing there. */
async function* linesIn(file: string): AsyncGenerator<Buffer> {
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.on('error', (error) => unpacked.destroy(error));
  let begun: Buffer[] = [];
  let begunBytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const rest = chunk.subarray(from, at);
        yield begunBytes === 0 ? rest : Buffer.concat([...begun, rest]);
        [begun, begunBytes, from] = [[], 0, at + 1];
      }
      begun.push(chunk.subarray(from));
      begunBytes += chunk.length - from;
      if (begunBytes > LINE_BYTES_MAX) throw new BrokenBackup(`${file} has a line that is too long for a back-up.`);
    }
  } catch (error) {
    throw told(file, error);
  } finally {
    input.destroy();
  }
  if (begunBytes > 0) throw cutOff(file);
}

const cutOff = (file: string): BrokenBackup =>
  new BrokenBackup(`${file} is cut off: its end is missing. Take another back-up.`);

function told(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return cutOff(file);
  if (message === 'incorrect header check') return new BrokenBackup(`${file} is no back-up of Firmoteca.`);
  if (code?.startsWith('Z_')) return new BrokenBackup(`${file} is damaged: ${message}. Take another back-up.`);
  return error;
}
