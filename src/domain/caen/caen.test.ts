import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClasses } from './class-search.ts';
import { classes, classOf, titleInRev2 } from './classes.ts';

const codes = (text: string): string[] => findClasses(text).map(({ code }) => code);

test('Rev.3 has 651 classes, 287 groups, 87 divisions and 22 sections', () => {
  assert.equal(classes.length, 651);
  assert.equal(new Set(classes.map(({ code }) => code)).size, 651);
  assert.equal(new Set(classes.map(({ group }) => group.code)).size, 287);
  assert.equal(new Set(classes.map(({ division }) => division.code)).size, 87);
  assert.equal([...new Set(classes.map(({ section }) => section.code))].join(''), 'ABCDEFGHIJKLMNOPQRSTUV');
});

test('the group and division of a class match its digits, and every level has both titles', () => {
  for (const { code, titles, section, division, group } of classes) {
    assert.equal(code.slice(0, 3), group.code);
    assert.equal(code.slice(0, 2), division.code);
    for (const each of [titles, section.titles, division.titles, group.titles])
      assert.ok(each.ro.length > 3 && each.en.length > 3, code);
    assert.doesNotMatch(titles.ro, /[şţŞŢ]/);
  }
});

test('a class has its Rev.2 counterpart if one has the same code', () => {
  assert.equal(classes.filter(({ rev2 }) => rev2 !== null).length, 505);
  assert.equal(classOf('0112')?.rev2?.sameTitle, true);
  assert.equal(classOf('4671')?.rev2?.sameTitle, false);
  assert.equal(classOf('6210')?.rev2, null);
  assert.equal(classOf('6201'), undefined);
  assert.match(titleInRev2('6201') ?? '', /soft/);
});

test('a code is found whole, by its prefix and in the dotted form of the statistics office', () => {
  assert.deepEqual(codes('6210'), ['6210']);
  assert.deepEqual(codes('CAEN 62.10'), ['6210']);
  assert.deepEqual(codes('62'), ['6210', '6220', '6290']);
  assert.deepEqual(codes('0112'), ['0112']);
});

test('words match in both languages, without diacritics and by prefix', () => {
  assert.ok(codes('cresterea pasarilor').includes('0147'));
  assert.deepEqual(codes('creșterea păsărilor'), codes('CRESTEREA PASARILOR'));
  assert.equal(codes('raising of poultry')[0], '0147');
  assert.equal(codes('cultivarea orezului')[0], '0112');
  assert.ok(codes('poul').includes('0147'));
  assert.deepEqual(codes('xylofon'), []);
});

test('a match in the title ranks above a match in a parent level', () => {
  const restaurants = codes('restaurante');
  assert.equal(restaurants[0], '5611');
});

test('a match in the exclusions of a title ranks last', () => {
  const software = codes('software');
  assert.ok(software.indexOf('5829') < software.indexOf('5819'));
  assert.ok(software.indexOf('6210') < software.indexOf('5819'));
  assert.equal(codes('orez')[0], '0112');
});

test('stop words alone still find classes', () => {
  assert.ok(codes('de').length > 0);
  assert.deepEqual(codes('!?'), []);
});

test('repeated words count once, and of a very long query only the first words count', () => {
  const few = findClasses('cultivarea cerealelor');
  assert.deepEqual(findClasses('cultivarea cerealelor '.repeat(8)), few);
  const title = 'fabricarea de masini si utilaje pentru agricultura si exploatari forestiere';
  const found = findClasses(title);
  assert.ok(found.length > 0);
  assert.deepEqual(findClasses(`${'fabricarea masini utilaje agricultura exploatari forestiere '.repeat(3)}`), found);
});
