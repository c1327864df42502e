import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '#data/sources/client.ts';
import { answerOf } from '#test/support/source-answer.ts';
import { findProcurement } from './publications.ts';

const resource = (name: string, file: string) => ({ name, url: `https://data.gov.ro/download/${file}`, size: 10 });
const DATASETS = [
  {
    name: 'achizitii-publice-2024',
    title: 'Achiziții publice 2024',
    license_id: 'OGL-ROU-1.0',
    resources: [
      resource('Achizitii Directe T I 2024', 'ad_t1.xlsx'),
      resource('Contracte T1 2024', 'c_t1.xlsx'),
      resource('Anunțuri de inițiere publicate în SEAP T1', 'ai.xlsx'),
      resource('Notificări de atribuire', 'na.xlsx'),
      resource('Proceduri fără anunț de inițiere', 'fa.xlsx'),
      resource('Date din modificare contract T1 2024', 'mc.xlsx'),
      resource('Contracte subsecvente', 'cs.xlsx'),
      resource('Invitatii participare SAD', 'sad.xlsx'),
    ],
  },
  {
    name: 'achiziti-publice-2019',
    title: 'Achiziti publice 2019',
    resources: [resource('contracte-t1.xlsx', 'contracte-t1.xlsx')],
  },
  {
    name: 'achizitii-publice-2007-2016-contracte6',
    title: 'Achizitii publice 2007 - 2016 (contracte)',
    resources: [resource('2007', 'contracte-2007.csv'), resource('T1 2008', '2008_t1.csv')],
  },
  {
    name: 'achizitii-publice-2010-2015-anunturi-de-participare',
    title: 'Achizitii publice 2010-2015',
    resources: [resource('2010', '2010.csv')],
  },
  {
    name: 'achizitii-publice-2010-2015-invitatii-de-participare',
    title: 'Achizitii publice 2010-2015',
    resources: [resource('2010', 'invitatii.csv')],
  },
  {
    name: 'achizitii-publice-2016-continuare',
    title: 'Achizitii publice 2016, continuare',
    resources: [resource('Cumparari directe 2016 - T1', 'cd.csv')],
  },
  { name: 'achizitii-publice-centralizate', title: 'Altceva', resources: [resource('contracte.xlsx', 'x.xlsx')] },
];

const catalogue: Client = {
  async send({ url }) {
    const q = new URL(url).searchParams.get('q') ?? '';
    const results = DATASETS.filter(({ name }) =>
      name.includes(q.split(' ')[0] === 'achiziti' ? 'achiziti-' : 'achizitii-'),
    );
    return answerOf({ success: true, result: { count: results.length, results } });
  },
};

test('the required tables are found under every spelling of the dataset, the oldest year first', async () => {
  const outcome = await findProcurement(catalogue, 'https://ckan.example');
  assert.equal(outcome.outcome, 'found');
  assert.deepEqual(
    outcome.value.map(({ dataset, year, resource }) => [dataset, year, resource.name]),
    [
      ['achizitii-publice-2010-2015-anunturi-de-participare', 2015, '2010.csv'],
      ['achizitii-publice-2007-2016-contracte6', 2016, 'contracte-2007.csv'],
      ['achizitii-publice-2007-2016-contracte6', 2016, '2008_t1.csv'],
      ['achizitii-publice-2016-continuare', 2016, 'cd.csv'],
      ['achiziti-publice-2019', 2019, 'contracte-t1.xlsx'],
      ...['ad_t1.xlsx', 'c_t1.xlsx', 'ai.xlsx', 'na.xlsx', 'fa.xlsx', 'mc.xlsx'].map((name) => [
        'achizitii-publice-2024',
        2024,
        name,
      ]),
    ],
  );
});

test('a catalogue without the tables is "not found", and one that does not answer is unavailable', async () => {
  const empty: Client = { send: async () => answerOf({ success: true, result: { count: 0, results: [] } }) };
  assert.deepEqual(await findProcurement(empty, 'https://ckan.example'), { outcome: 'notFound' });
  const silent: Client = { send: async () => answerOf('', 503) };
  assert.equal((await findProcurement(silent, 'https://ckan.example')).outcome, 'unavailable');
});
