/** The country’s tender documents as a whole: their number, kinds and states, and their agreement with the notices. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { addDays } from '#lib/values/date.ts';
import { isLongTier } from '#test/support/tier.ts';
import { documentationOn, documentedProcedures } from './documentation.ts';
import { textOf } from './formats.ts';
import { countPhrase, dayWords, factsOf, leiText } from './texts/facts.ts';
import type { Documentation } from './types.ts';
import { SIGNATURE_KINDS } from './types.ts';

const FOUNDED = '2026-11-15';
const today = dayNumber(FOUNDED);
const settings = { seed: 'documents', companies: 3_000, founded: FOUNDED };
const system = country(settings).procurement();

const allOn = (day: number, of = system): Documentation[] =>
  documentedProcedures(of).flatMap(({ procedure }) => documentationOn(of, procedure, day) ?? []);
const all = allOn(today);
const files = all.flatMap((each) => each.files);
const countBy = <Item>(items: readonly Item[], key: (item: Item) => string | number): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, key)].map(([name, group]) => [name, group.length]));

test('sixty procedures have about four hundred files in a country of any size and seed', () => {
  for (const [seed, companies] of [
    ['documents', 3_000],
    ['small', 400],
    ['large', 40_000],
  ] as const) {
    const of = country({ seed, companies, founded: FOUNDED }).procurement();
    const documented = allOn(today, of);
    const count = documented.flatMap((each) => each.files).length;
    assert.equal(documented.length, 60);
    assert.ok(count > 370 && count < 450, `${count} files`);
    assert.equal(documented.filter(({ version }) => version === 3).length, 10);
  }
});

test('each special state has one procedure', () => {
  assert.deepEqual(
    countBy(all, ({ conduct }) => conduct),
    {
      ordinary: 54,
      late: 1,
      slow: 1,
      gap: 1,
      broken: 1,
      withdrawn: 1,
      none: 1,
    },
  );
  const withoutFiles = all.filter((each) => each.files.length === 0).map(({ conduct }) => conduct);
  assert.deepEqual(withoutFiles.toSorted(), ['late', 'none', 'withdrawn']);
  const late = all.find(({ conduct }) => conduct === 'late');
  assert.ok(late && (documentationOn(system, late.procedure, today + 2)?.files.length ?? 0) > 4);
});

test('every kind of signature, every format and one scan exist', () => {
  const containers = countBy(files, ({ signatureKind }) => signatureKind);
  for (const signatureKind of SIGNATURE_KINDS)
    assert.ok((containers[signatureKind] ?? 0) >= 2, `${signatureKind}: ${containers[signatureKind]}`);
  const formats = countBy(files, ({ format }) => format);
  for (const format of ['pdf', 'docx', 'xlsx', 'odt', 'rtf', 'txt-cp1250', 'txt-latin2', 'txt-utf16', 'xml', 'zip'])
    assert.ok((formats[format] ?? 0) >= 3, `${format}: ${formats[format]}`);
  assert.deepEqual([formats.scan, formats.locked, formats.cut], [1, 1, 1]);
  assert.deepEqual(Object.keys(countBy(files, ({ section }) => section)).toSorted(), [
    'clarifications',
    'contractingStrategyDocs',
    'decisionDocs',
    'dfNoticeDocs',
    'duaeDocs',
    'exAnteDocs',
  ]);
});

test('a revised file keeps its name and gets a new code, and the old file disappears', () => {
  for (const { procedure } of documentedProcedures(system).filter(({ isRevised }) => isRevised)) {
    const days = Array.from({ length: today - procedure.publishedOn + 1 }, (_, i) => procedure.publishedOn + i);
    const versions = new Map(
      days.map((day) => documentationOn(system, procedure, day)).map((each) => [each?.version, each]),
    );
    assert.deepEqual([...versions.keys()], [1, 2, 3]);
    const [first, second, third] = [1, 2, 3].map((version) => versions.get(version)?.files ?? []);
    const specification = (of: typeof first) => of?.findLast(({ topic }) => topic === 'specification');
    assert.equal(specification(first)?.name, specification(third)?.name);
    const codes = [first, second, third].map((of) => specification(of)?.code);
    assert.equal(new Set(codes).size, 3);
    const left = third?.map(({ code }) => code) ?? [];
    assert.ok(!left.includes(codes[0] ?? '') && !left.includes(codes[1] ?? ''));
    assert.ok(Number(left.at(-1)?.slice(-5)) > left.length, 'the codes have gaps');
    assert.ok(first?.some(({ topic }) => topic === 'annexes') && !third?.some(({ topic }) => topic === 'annexes'));
  }
});

test('revisions change quantities, periods, guarantees and clauses', () => {
  const revised = documentedProcedures(system).find(({ isRevised }) => isRevised);
  assert.ok(revised);
  const [first, second, third] = [1, 2, 3].map(
    (revision) => textOf('specification', factsOf(revised.procedure, revision)).paragraphs,
  );
  const fresh = (after: readonly string[] = [], before: readonly string[] = []) =>
    after.filter((line) => !before.includes(line));
  assert.equal(fresh(second, first).length, 4, 'revision, quantity, period, a site visit');
  assert.equal(fresh(third, second).length, 3, 'revision, guarantee, a price revision clause');
  assert.ok(fresh(second, first).some((line) => line.includes('Vizitarea amplasamentului')));
});

test('documents agree with their notice: value, lots, deadline, turnover, guarantee', () => {
  for (const { procedure } of documentedProcedures(system)) {
    const facts = factsOf(procedure, 1);
    const sheet = textOf('dataSheet', facts).paragraphs.join('\n');
    const specification = textOf('specification', facts).paragraphs.join('\n');
    assert.ok(sheet.includes(dayWords(procedure.deadlineOn)));
    assert.ok(sheet.includes(`minimum ${(procedure.number % 40) + 1} milioane lei`));
    assert.ok(specification.includes(countPhrase(facts.deliveryDays, 'zile')));
    for (const text of [sheet, specification]) {
      assert.ok(text.includes(procedure.title) && text.includes(leiText(procedure.estimatedValue)));
      for (const lot of procedure.lots)
        assert.ok(text.includes(lot.title) && text.includes(leiText(lot.estimatedValue)));
    }
  }
});

test('the documents depend on the settings and the seed only', async () => {
  // The fast tier reads the files of the showcase and of some other procedures.
  const digest = async (of: typeof system, procedures = isLongTier ? 60 : 12): Promise<string> => {
    const hash = createHash('sha256');
    for (const { files: each } of allOn(today, of).slice(0, procedures))
      for (const file of each)
        hash
          .update(file.code)
          .update(file.name)
          .update(await file.bytes());
    return hash.digest('hex');
  };
  const once = await digest(system);
  assert.equal(await digest(country(settings).procurement()), once);
  const other = country({ ...settings, seed: 'other' }).procurement();
  assert.equal(await digest(other, 1), await digest(system, 1), 'the showcase is the same in every country');
  assert.notEqual(await digest(other, 5), await digest(system, 5));
});

test('notices after the founding day have documents, and earlier documents stay', () => {
  const later = dayNumber(addDays(FOUNDED, 20));
  const fresh = system.procedures(later).filter(({ publishedOn, isOnline }) => publishedOn > today && isOnline);
  assert.ok(fresh.length > 0);
  for (const procedure of fresh) assert.ok((documentationOn(system, procedure, later)?.files.length ?? 0) >= 5);
  const codes = new Set(allOn(later).flatMap((each) => each.files.map(({ code }) => code)));
  for (const { code } of files) assert.ok(codes.has(code), code);
});
