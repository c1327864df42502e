/**
 * SQL stands in `*-table.ts` (queries) and `tables.ts` (what tables are made of). Three places have SQL of their own: `src/data/store/`,
 * which is the engines; `src/data/ingest/`, whose steps are each one set-based statement over a part that is being made; there a
 * file is a step, and taking its statement out of it would leave nothing; and `src/cli/move/`, which copies tables whose names it reads.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const PLACES = /(?:-table|(?:^|[-/])tables)\.ts$|^src\/(?:data\/(?:store|ingest)|cli\/move)\/|\.test\.ts$/;
const SQL = /(?:^|[\s(])(?:select\s[^;]*?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/;
/** Comments, so that quotes in them begin nothing; then texts. */
const TOKEN = /\/\/[^\n]*|\/\*.*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

test('SQL stands in files of queries, whose names say so', () => {
  const found: string[] = [];
  // Not `glob` of node:fs/promises: knip takes every file that its pattern names for used.
  for (const path of globSync('{src,demo-country}/**/*.ts')) {
    if (PLACES.test(path)) continue;
    const texts = [...readFileSync(path, 'utf8').matchAll(TOKEN)].filter(([text]) => !/^\/[/*]/.test(text));
    for (const [text] of texts) if (SQL.test(text.slice(1, -1))) found.push(`${path}: ${text.slice(0, 80)}`);
  }
  assert.deepEqual(found, []);
});
