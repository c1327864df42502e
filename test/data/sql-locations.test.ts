/**
 * SQL belongs in `*-table.ts` (queries) and `tables.ts` (table definitions). Three folders have SQL of their own: `src/data/store/`,
 * with the engines; `src/data/ingest/`, where each step is one set-based statement over a part under construction and each file is a
 * step; and `src/cli/move/`, which copies tables whose names it reads.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const PLACES = /(?:-table|(?:^|[-/])tables)\.ts$|^src\/(?:data\/(?:store|ingest)|cli\/move)\/|\.test\.ts$/;
const SQL = /(?:^|[\s(])(?:select\s[^;]*?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/;
/** Comments first, so that quotes in them start no string; then strings. */
const TOKEN = /\/\/[^\n]*|\/\*.*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

test('SQL is in query files only, recognizable by their names', () => {
  const found: string[] = [];
  // Not `glob` of node:fs/promises: knip counts every file that its pattern matches as used.
  for (const path of globSync('{src,demo-country}/**/*.ts')) {
    if (PLACES.test(path)) continue;
    const texts = [...readFileSync(path, 'utf8').matchAll(TOKEN)].filter(([text]) => !/^\/[/*]/.test(text));
    for (const [text] of texts) if (SQL.test(text.slice(1, -1))) found.push(`${path}: ${text.slice(0, 80)}`);
  }
  assert.deepEqual(found, []);
});
