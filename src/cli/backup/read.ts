/** Reads a back-up, and checks format, digest, counts and the shape of every line. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Value } from '#data/store/database.ts';
import { BrokenBackup, type EndLine, type Header, headerOf, readRow, type TableLine } from './format.ts';

/** In the order of the file. */
type BackupItem =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine }
  | { kind: 'row'; row: Value[] };

export interface CheckedBackup {
  header: Header;
  /** Rows by store and table: `state.account`. */
  rows: Record<string, number>;
}

/** Reads the whole file; throws `BrokenBackup` when it cannot be restored. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: Header | undefined;
  const rows: Record<string, number> = {};
  let table = '';
  for await (const item of readBackup(file)) {
    if (item.kind === 'header') header = item.header;
    else if (item.kind === 'row') rows[table] = (rows[table] ?? 0) + 1;
    else {
      table = keyOf(item.table);
      rows[table] = 0;
    }
  }
  if (header === undefined) throw cutOff(file);
  return { header, rows };
}

const keyOf = ({ store, table }: TableLine): string => `${store}.${table}`;

/** The end of the file verifies the items: until then the reader must be able to discard them. */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const digest = createHash('sha256');
  const damaged = (what: string): BrokenBackup =>
    new BrokenBackup(`${file} is damaged: ${what}. Take another back-up.`);
  const counted: Record<string, number> = {};
  let header: Header | null = null;
  let table: TableLine | null = null;
  let isOver = false;
  for await (const line of linesIn(file)) {
    if (isOver) throw damaged('there is more behind its end');
    const value = parseLine(line);
    if (header === null) {
      header = headerOf(value, file);
      yield { kind: 'header', header };
    } else if (isEnd(value)) {
      if (value.end.sha256 !== digest.digest('hex')) throw damaged('its checksum is another');
      if (!sameCounts(value.end.rows, counted)) throw damaged('its rows do not match its row counts');
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

/** Undefined for a line that is no JSON. */
function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

const isEnd = (value: unknown): value is EndLine =>
  typeof value === 'object' && value !== null && typeof (value as EndLine).end?.sha256 === 'string';

/** Names go into statements: letters, digits and underscores only. */
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

const sameCounts = (declared: Record<string, number>, counted: Record<string, number>): boolean =>
  Object.keys(declared).length === Object.keys(counted).length &&
  Object.entries(counted).every(([table, rows]) => declared[table] === rows);

/** The longest line is a stored paid answer of some MB; a longer one is an attack on the memory. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Without the line ends. A complete file ends with a line end. */
async function* linesIn(file: string): AsyncGenerator<Buffer> {
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.on('error', (error) => unpacked.destroy(error));
  let partial: Buffer[] = [];
  let partialBytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const rest = chunk.subarray(from, at);
        yield partialBytes === 0 ? rest : Buffer.concat([...partial, rest]);
        [partial, partialBytes, from] = [[], 0, at + 1];
      }
      partial.push(chunk.subarray(from));
      partialBytes += chunk.length - from;
      if (partialBytes > LINE_BYTES_MAX) throw new BrokenBackup(`${file} has a line that is too long for a back-up.`);
    }
  } catch (error) {
    throw backupError(file, error);
  } finally {
    input.destroy();
  }
  if (partialBytes > 0) throw cutOff(file);
}

const cutOff = (file: string): BrokenBackup =>
  new BrokenBackup(`${file} is cut off: its end is missing. Take another back-up.`);

function backupError(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return cutOff(file);
  if (message === 'incorrect header check') return new BrokenBackup(`${file} is no back-up of Firmoteca.`);
  if (code?.startsWith('Z_')) return new BrokenBackup(`${file} is damaged: ${message}. Take another back-up.`);
  return error;
}
