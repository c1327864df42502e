/** Rows of the instant search: they render a locality as the pages do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf, type SearchConfig } from '#transports/web/client/find-hits.ts';

const config = {
  language: 'ro',
  company: '/firma/{}',
  person: '/persoana/{}',
  records: {},
  tags: {},
  titles: { companies: 'Firme', people: '', records: '' },
  none: '',
  keys: '',
  found: ['', ''],
} satisfies SearchConfig;

const metaOf = (locality: string | null, county: string | null): string | undefined => {
  const total = { total: 1, totalRelation: 'exact' } as const;
  const one = { cui: '90000014', name: 'X', locality, county, caenTitle: null, status: null };
  const totals = { companies: total, people: total, records: total };
  return groupsOf({ companies: [one], people: [], records: [] }, totals, config)[0]?.hits[0]?.meta;
};

test('the county is omitted where the name of the locality begins with it', () => {
  assert.equal(metaOf('București Sectorul 4', 'București'), 'CUI 90000014 · București Sectorul 4');
  assert.equal(metaOf('Cluj-Napoca', 'Cluj'), 'CUI 90000014 · Cluj-Napoca');
  assert.equal(metaOf('Arad', 'Arad'), 'CUI 90000014 · Arad');
  assert.equal(metaOf('Brad', 'Hunedoara'), 'CUI 90000014 · Brad · Hunedoara');
  assert.equal(metaOf(null, 'Hunedoara'), 'CUI 90000014 · Hunedoara');
});
