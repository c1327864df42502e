/** Names are sorted by the Romanian alphabet everywhere, equally on both engines. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cuiOf } from '#lib/values/cui.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { type WrittenFirm, write, writeSnapshot } from '#test/support/publications.ts';

/** In the expected order. Byte order would put letters with diacritics after Z, and a server locale elsewhere. */
const FIRMS = [
  '7 STELE SRL',
  'ALFA "BETA" SRL',
  'ALFA-BETA TRANS SRL',
  'AZUR SRL',
  'ĂSTA SRL',
  'ÂNGER SRL',
  'BRAD SRL',
  'IZVOR SRL',
  'ÎNALT SRL',
  'SZABO SRL',
  'ŞAH SRL',
  'ȘTEFAN SRL',
  'TZIGARA SRL',
  'ȚARĂ SRL',
  'zebra SRL',
];
const PEOPLE = [
  'ALBU ION',
  'AZAMFIREI ANA',
  'ĂLA ION',
  'STAN ION',
  'SZABO ION',
  'ȘTEFAN ION',
  'ȚINCU ION',
  'ZAMFIR ION',
];

onBothEngines((engine) => {
  test('companies, persons and shareholders are sorted by the Romanian alphabet, not by bytes or locale', async () => {
    const folder = publications();
    const firms = FIRMS.map(
      (name, i): WrittenFirm => ({ cui: cuiOf(9_100_000 + i), number: `J12/${i + 1}/1998`, name }),
    );
    const born: [string, string, string] = ['01/02/1970', 'Cluj-Napoca', 'Cluj'];
    const officers = PEOPLE.map((name) => [{ name, born }]);
    writeSnapshot(
      folder,
      '02-09-2026',
      firms.map((firm, i) => ({ ...firm, officers: officers[i] ?? [] })).toReversed(),
    );
    const owned = firms[0]?.cui ?? '';
    const owners = PEOPLE.toReversed().map((name, i) => `${owned};person;${name};1970-02-0${1 + i};Cluj;;;`);
    write(folder, 'import/shareholders.csv', [SHAREHOLDERS, ...owners].join('\n'));
    const location = await installation(engine);
    await location.read(folder, { strict: true });
    const names = async (sql: string) => (await location.query<{ name: string }>(sql)).map(({ name }) => name);
    const published = FIRMS.map((name) => name.replace('Ş', 'Ș'));
    assert.deepEqual(await names('select name from listing order by rank'), published);
    const persons = await names('select name from person where companies = 1 order by rank');
    assert.deepEqual(
      persons,
      persons.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
    );
    assert.deepEqual([...new Set(persons)], PEOPLE);
    const company = await location.companyOf(owned);
    assert.deepEqual(
      company.shareholders?.map(({ name }) => name),
      PEOPLE,
    );
    await location.store.close();
  });
});

const SHAREHOLDERS = 'CUI;HOLDER_KIND;HOLDER_NAME;BIRTH_DATE;BIRTH_PLACE;HOLDER_CUI;PERCENT;SINCE';

test('no query sorts by a bare name instead of its sort key or bytes', () => {
  const root = fileURLToPath(new URL('../../src/server/', import.meta.url));
  const sorting: string[] = [];
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    // Catalogues of the engines hold only names in ASCII.
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.startsWith('store')) continue;
    for (const [, columns = ''] of readFileSync(join(root, file), 'utf8').matchAll(/order by ([^`'\n]+)/g))
      for (const column of columns.split(','))
        if (/\b(name|title|label)\b/.test(column) && !column.includes('bytewise')) sorting.push(`${file}: ${columns}`);
  }
  assert.deepEqual(sorting, []);
});
