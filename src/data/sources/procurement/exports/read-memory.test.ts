/** Exports are streamed: a process with a small heap reads files larger than its heap. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zipOf } from '#test/support/zip-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-export-memory-'));
after(() => rmSync(folder, { recursive: true }));

/** Reading either file whole would take several times as much. */
const HEAP_MB = 40;

function readWithin(path: string): { records: number; skips: number } {
  const code = `import { readExport } from ${JSON.stringify(join(import.meta.dirname, 'read.ts'))};
    let records = 0; let skips = 0;
    for await (const batch of readExport(${JSON.stringify(path)})) { records += batch.records.length; skips += batch.skips.length; }
    console.log(JSON.stringify({ records, skips }));`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, '--input-type=module-typescript', '-e', code],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const HEADER =
  'Castigator^CastigatorCUI^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^DataContract^TitluContract^Valoare^Moneda^ValoareRON^CPVCode';
const ROWS = 500_000;

test('a text of 120 MB is read within a heap of 40', async () => {
  const path = join(folder, 'purchases.csv');
  const file = createWriteStream(path);
  file.write(`${HEADER}\n`);
  const filling = 'lucrări de întreținere și reparații curente la rețeaua de iluminat public '.repeat(2);
  for (let n = 0; n < ROWS; n += 1_000) {
    const rows = Array.from(
      { length: 1_000 },
      (_, i) =>
        `ALFA ${n + i} SRL^RO ${n + i}^Cumparare directa^COMUNA ${i}^4317975^DA${n + i}^2016-01-02 10:00:00^${filling}^2016-01-05^Titlu ${n + i}^10.50^RON^10.50^45260000-7\n`,
    );
    if (!file.write(rows.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  assert.deepEqual(readWithin(path), { records: ROWS, skips: 0 });
});

test('a workbook that unpacks to 60 MB is read within a heap of 40', () => {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: string[]): string => `<row>${cells.map(cell).join('')}</row>`;
  const header = row([
    'Autoritate contractanta',
    'Numar achizitie directa',
    'Denumire achizitie',
    'Valoare achizitie (RON)',
  ]);
  const rows = Array.from({ length: 150_000 }, (_, n) =>
    row([`COMUNA ${n}`, `DA${n}`, `Servicii de iluminat public, lampa ${n} `.repeat(6), '10,50']),
  );
  const path = join(folder, 'purchases.xlsx');
  writeFileSync(
    path,
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s1.xml"/></Relationships>',
      'xl/s1.xml': `<worksheet><sheetData>${header}${rows.join('')}</sheetData></worksheet>`,
    }),
  );
  assert.deepEqual(readWithin(path), { records: 150_000, skips: 0 });
});
