/** The lower bound: splits every line of the files and inserts it into a plain table, in one transaction; prints rows and seconds as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fileInput, readLines } from '#data/sources/lines.ts';

const paths = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
const connection = new DatabaseSync(join(folder, 'raw.db'));
connection.exec('pragma journal_mode = off; pragma synchronous = off');
const started = performance.now();
let rows = 0;
connection.exec('begin');
for (const [i, path] of paths.entries()) rows += await insertAll(path, `t${i}`);
connection.exec('commit');
const seconds = (performance.now() - started) / 1000;
connection.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ rows, seconds }));

async function insertAll(path: string, table: string): Promise<number> {
  let insert: StatementSync | undefined;
  let width = 0;
  let delimiter = '^';
  let count = 0;
  for await (const { lines } of readLines(fileInput(path).bytes)) {
    for (const line of lines) {
      if (line === null || line === '') continue;
      if (insert === undefined) {
        delimiter = line.includes('^') ? '^' : line.includes(';') ? ';' : ',';
        width = line.split(delimiter).length;
        const columns = Array.from({ length: width }, (_, i) => `c${i}`).join(', ');
        connection.exec(`create table ${table} (${columns})`);
        insert = connection.prepare(`insert into ${table} values (${'?, '.repeat(width - 1)}?)`);
        continue;
      }
      const cells = line.split(delimiter).slice(0, width);
      insert.run(...cells);
      count++;
    }
  }
  return count;
}
