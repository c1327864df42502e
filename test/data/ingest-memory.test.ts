/** Files are streamed: files larger than the heap are imported. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    ingestWithin(HEAP_MB, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const PURCHASES = 28_000;

test('an export of purchases that repeats every line is imported with 100 MB of heap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-memory-'));
  try {
    const seat = { cui: cuiOf(4_000_000), number: 'J1/1/2004', name: 'PRIMARIA' };
    writeSnapshot(join(folder, 'published'), '01-09-2026', [seat]);
    const title = 'lucrări de întreținere și reparații '.repeat(80);
    const lines = Array.from({ length: PURCHASES }, (_, i) =>
      ['FURNIZOR SRL', cuiOf(2_000_000), 'PRIMARIA', cuiOf(4_000_000), `DA${20_000_000 + i}`, '2018-03-05 10:00:00.000']
        .concat(['2018-03-05 12:00:00.000', `${i} ${title}`, '12.50', 'RON', '12.50', '45233140-2'])
        .join('^'),
    ).join('\n');
    const path = join(folder, 'published/achizitii-publice-2018-purchases.csv');
    const header =
      'Castigator^CastigatorCUI^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^DataContract^TitluContract^Valoare^Moneda^ValoareRON^CPVCode';
    writeFileSync(path, [header, lines, lines].join('\n'));
    assert.ok(statSync(path).size > 2 * HEAP_MB * 1_000_000);
    ingestWithin(100, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function ingestWithin(heapMb: number, folder: string): void {
  const program = join(import.meta.dirname, '../support/killed-ingest.ts');
  const output = execFileSync(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, program, join(folder, 'data'), join(folder, 'published')],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  assert.match(output, /^begins\ng[0-9]{8}_/);
}
