import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGazette } from '#data/sources/gazette/import.ts';
import { fileInput } from '#data/sources/lines.ts';
import { readAll } from '#test/support/source-input.ts';
import { country } from './country.ts';
import { dayNumber } from './days.ts';
import { decisionsOf, isShowcase, publishGazette, showcaseDecision } from './gazette.ts';

const TODAY = '2026-11-15';
const demo = country({ seed: 'test', companies: 4_000, founded: TODAY });
const on = dayNumber(TODAY);

test('about every seventh firm and every showcase company has decisions in the Gazette', () => {
  let firms = 0;
  let publishing = 0;
  for (const entity of demo.firms(TODAY)) {
    const decisions = decisionsOf(entity, on);
    firms++;
    if (decisions.length > 0) publishing++;
    if (isShowcase(entity) && entity.form === 'SRL' && entity.registeredOn < on - 400)
      assert.ok(decisions.length >= 2, entity.cui);
  }
  assert.ok(publishing / firms > 0.13 && publishing / firms < 0.18, `${publishing} of ${firms}`);
});

test('a later day adds decisions and changes no published one', () => {
  const later = '2027-03-01';
  for (const entity of [...demo.firms(TODAY)].filter(isShowcase).slice(0, 5)) {
    const before = decisionsOf(entity, on).map(({ title, date }) => `${date} ${title}`);
    const after = decisionsOf(entity, dayNumber(later)).map(({ title, date }) => `${date} ${title}`);
    assert.deepEqual(
      before.filter((one) => !after.includes(one)),
      [],
    );
  }
});

test('the example in the documentation is a decision of the giant', () => {
  const [giant] = demo.firms(TODAY);
  assert.ok(giant && decisionsOf(giant, on).includes(showcaseDecision));
});

test('issues without page numbers are read with null pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-gazette-'));
  const publication = await publishGazette(folder, on);
  for (const entity of demo.firms(TODAY)) publication.firm(entity);
  for (const file of publication.files) await file.close();
  const { records } = await readAll(readGazette(fileInput(join(folder, 'gazette', 'gazette.ndjson'))));
  rmSync(folder, { recursive: true });
  const pageless = records.filter(({ page }) => page === null);
  assert.ok(pageless.length > 0 && pageless.length < records.length / 5, `${pageless.length} of ${records.length}`);
  for (const { page, number } of records) assert.equal(page === null, number % 17 === 0);
});
