import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReference } from '#lib/values/reference-tables.ts';
import { titleAbove } from './activities.ts';

test('every section and group of both revisions has a Romanian title in title form', () => {
  for (const revision of ['rev2', 'rev3'])
    for (const { section, group } of readReference<'section' | 'group'>(`caen-${revision}.tsv`))
      for (const title of [titleAbove('section', revision, section), titleAbove('group', revision, group)]) {
        assert.match(title ?? '', /^\p{Lu}.{6,}$/u, `${revision} ${section} ${group}`);
        assert.doesNotMatch(title ?? '', /[şţ]/);
      }
});

test('sections and groups of the two revisions have separate titles', () => {
  assert.equal(titleAbove('section', 'rev2', 'J'), 'Informații și comunicații');
  assert.notEqual(titleAbove('section', 'rev3', 'J'), titleAbove('section', 'rev2', 'J'));
  assert.equal(titleAbove('group', 'rev2', '620'), 'Activități de servicii în tehnologia informației');
  assert.equal(titleAbove('group', 'rev2', '561'), 'Restaurante');
  assert.equal(titleAbove('group', 'rev3', '620'), null);
  assert.equal(titleAbove('section', 'rev2', 'V'), null);
});
