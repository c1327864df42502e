/**
 * Every publication of the demo loaded days after it came out, from files copied that day, and then with its newest file missing: days,
 * citations and freshness are of the content.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Lack, partlyLoaded } from '#test/support/partly-loaded.ts';

interface SourceState {
  name: string;
  asOf: string | null;
  freshness: string;
  missing: string[];
}

/** The last day of the content, by part: with all files, and without the newest. */
const days: Record<string, [all: string | null, older: string | null, missing: string[]]> = {
  registry: ['2026-11-15', '2026-08-16', []],
  finances: ['2025-12-31', '2024-12-31', ['2025']],
  rates: ['2026-11-13', '2025-12-31', []],
  gazette: ['2026-11-13', '2026-10-22', []],
  procurement: ['2026-06-30', '2025-12-31', ['2026-Q1', '2026-Q2']],
  shareholders: ['2026-10-13', null, []],
  debts: ['2026-09-30', null, []],
  recent: ['2026-11-14', null, []],
};

/** Lists without an earlier file are gone. */
const withoutNewest = (): Lack => ({
  files: [
    'onrc/firme-15-11-2026',
    'anaf/situatii_financiare_2025',
    'bnr/years/nbrfxrates2026.xml',
    'gazette/gazette.ndjson',
    'achizitii/achizitii-publice-2026',
    'import/shareholders.csv',
    'import/tax-debts.csv',
  ],
  withoutRecent: true,
});

/** Operations and the parts that their citations name. */
const cited: [path: string, parts: string[]][] = [
  ['/api/company/90000014', ['registry', 'finances', 'shareholders', 'debts']],
  ['/api/company/90000014/financials', ['finances']],
  ['/api/company/90000014/seap', ['procurement']],
  ['/api/company/90000014/decisions', ['gazette']],
];

for (const [name, lack, column] of [
  ['all files', null, 0],
  ['the newest file of each publication missing', withoutNewest, 1],
] as const)
  test(`with ${name} each source is as old as its content`, async () => {
    const service = await partlyLoaded(lack);
    const { sources } = (await service.get('/api/health')).body.data as { sources: SourceState[] };
    const stated = new Map(sources.map((source) => [source.name, source]));
    for (const [part, row] of Object.entries(days)) {
      const [, , missing] = row;
      assert.equal(stated.get(part)?.asOf ?? null, row[column], part);
      if (column === 0 || row[1] === null) continue;
      assert.deepEqual(stated.get(part)?.missing, missing, part);
      // The registry comes out four times a year, and issues of the Gazette need not have decisions.
      if (!['registry', 'gazette'].includes(part)) assert.equal(stated.get(part)?.freshness, 'old', part);
    }
    for (const [path, parts] of cited) {
      const { status, body } = await service.get(path);
      assert.equal(status, 200, path);
      for (const part of parts) {
        const day = days[part]?.[column];
        if (day === null) assert.ok(body.meta.notLoaded.includes(part), `${path} ${part}`);
        else assert.ok(body.meta.cite.includes(`(${day})`), `${path} ${part}: ${body.meta.cite}`);
        const source = body.meta.sources.find(({ covers }: { covers: string[] }) => covers.includes(part));
        assert.equal(source?.asOf ?? null, day, `${path} ${part}`);
      }
    }
    await service.close();
  });
