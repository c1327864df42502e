/** Files are streamed: a registry larger than the heap is imported. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cuiOf } from '#lib/values/cui.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const HEAP_MB = 80;
const FIRMS = 28_000;

test('a registry of 90 MB is imported and rendered with 80 MB of heap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-memory-'));
  try {
    const long = 'strada foarte lungă '.repeat(150);
    const firms = Array.from({ length: FIRMS }, (_, i) => ({
      cui: cuiOf(9_000_000 + i),
      number: `J${(i % 40) + 1}/${i + 1}/2004`,
      name: `FIRMA ${i} SRL`,
      street: long,
    }));
    const snapshot = writeSnapshot(join(folder, 'published'), '01-09-2026', firms);
    assert.ok(statSync(join(snapshot, 'OD_FIRME.CSV')).size > HEAP_MB * 1_000_000);
    const program = join(import.meta.dirname, '../support/killed-ingest.ts');
    const output = execFileSync(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, program, join(folder, 'data'), join(folder, 'published')],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    assert.match(output, /^begins\ng[0-9]{8}_/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
