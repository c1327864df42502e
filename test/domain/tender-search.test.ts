/** The search in notices: order by relevance, stems, readings of the query and filters; on both engines. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { ask, NOW } from '#test/support/procurement-ask.ts';
import { noticeRecord, party } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const CLUJ = party('4305857', 'MUNICIPIUL CLUJ', { county: 'Cluj' });
const PODUL = party('4485391', 'COMUNA PODUL ÎNALT', { county: 'Vaslui' });
const ROADS = { code: '45233142', title: 'Lucrari de reparare a drumurilor' };
const GUARDS = { code: '79713000', title: 'Servicii de paza' };

/** The newest last: the order by relevance is another one. */
const all = [
  {
    notice: 'CN1000001',
    title: 'Reabilitare poduri comunale',
    authority: CLUJ,
    cpv: ROADS,
    procedureType: 'Licitatie deschisa',
    state: 'Atribuita',
  },
  {
    notice: 'CN1000002',
    title: 'Obiectiv de investiții',
    authority: CLUJ,
    cpv: { code: '45221119', title: 'Lucrari de constructii de renovare a podurilor' },
    procedureType: 'Licitație deschisă (Anexa 2)',
    state: 'Anulat',
  },
  {
    notice: 'CN1000003',
    title: 'Întreținere',
    authority: CLUJ,
    cpv: GUARDS,
    lots: [{ number: '1', title: 'Paza podului mare', estimatedValue: null, cpv: null }],
    procedureType: 'Procedura simplificata',
    state: 'Publicat',
  },
  {
    notice: 'SCN1000004',
    title: 'Podgorie',
    authority: CLUJ,
    cpv: { code: '03113200', title: null },
    procedureType: 'Altceva',
  },
  { notice: 'SCN1000005', title: 'Servicii de pază', authority: PODUL, cpv: GUARDS, procedureType: null, state: null },
  {
    notice: 'SCN1000006',
    title: 'Magazie 45',
    authority: PODUL,
    cpv: { code: '33600000', title: null },
    procedureType: 'Norme proprii',
  },
].map((fields, i) => noticeRecord({ lots: [], ...fields, publishedOn: `2026-03-0${i + 1}` }));

onBothEngines((engine) => {
  let loaded: Installation;
  before(async () => {
    loaded = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ZIMBRUL AURIU SRL' }]);
    writeIncrement(join(folder, INCREMENTS), { kind: 'notices', day: '2026-03-06' }, all);
    await loaded.read(folder, { strict: true });
  });
  after(() => loaded.store.close());

  const answer = (query: string) => ask(loaded.store.generations.current() as Dataset, 'searchTenders', {}, query, NOW);
  const found = async (query: string): Promise<string[]> =>
    (await answer(query)).data.map(({ notice }: { notice: string }) => notice.replace(/\D*100000/, ''));

  test('words of the title come before those of the CPV title, of lots and of the authority', async () => {
    const relevant = ['1', '2', '3', '4', '6', '5'];
    assert.deepEqual(await found('q=pod'), relevant);
    for (const form of ['poduri', 'podul', 'podului', 'PODURILE'])
      assert.deepEqual(
        await found(`q=${form}`),
        relevant.filter((one) => one !== '4'),
        form,
      );
    assert.deepEqual(await found('q=pod&sort=newest'), ['6', '5', '4', '3', '2', '1']);
    assert.deepEqual(await found('q=reabilit'), ['1'], 'the last word may be begun');
  });

  test('the order holds over pages, by cursor and by offset', async () => {
    const whole = await found('q=pod');
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, page } = await answer(`q=pod&limit=1${cursor}`);
      paged.push(...data.map(({ notice }: { notice: string }) => notice.replace(/\D*100000/, '')));
      assert.equal(page.total, whole.length);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    assert.deepEqual(paged, whole);
    for (const offset of whole.keys())
      assert.deepEqual(await found(`q=pod&limit=2&offset=${offset}`), whole.slice(offset, offset + 2));
  });

  test('a notice is found by the titles above its CPV code, and without words like de', async () => {
    assert.deepEqual(await found('q=lucrari+de+constructii'), ['2', '1']);
    assert.deepEqual(await found('q=reabilitarea+de+pe+un+pod'), ['1']);
  });

  test('digits are searched as all that they may be', async () => {
    assert.deepEqual(await found('q=45'), ['6', '2', '1'], 'the word of a title, and the codes of the prefix');
    assert.deepEqual(((await answer('q=45')).meta as { readAs?: string[] }).readAs, ['cpv', 'words']);
    assert.deepEqual(((await answer('q=00000000')).meta as { readAs?: string[] }).readAs, ['noticeNumber', 'words']);
    assert.deepEqual(await found('q=4522'), ['2']);
    assert.deepEqual(await found('q=4485391'), ['6', '5']);
    assert.deepEqual(await found('q=1000003'), ['3']);
  });

  test('cpv, county and procedure may be repeated, and the state of the procedure narrows', async () => {
    assert.deepEqual(await found('cpv=45&cpv=336'), ['6', '2', '1']);
    assert.deepEqual(await found('county=Cluj&county=Vaslui&cpv=79'), ['5', '3']);
    assert.deepEqual(await found('county=Vaslui'), ['6', '5']);
    assert.deepEqual(await found('procedure=open'), ['2', '1']);
    assert.deepEqual(await found('procedure=open&procedure=simplified'), ['3', '2', '1']);
    assert.deepEqual(await found('procedure=innovationPartnership'), []);
    assert.deepEqual(await found('state=awarded'), ['1']);
    assert.deepEqual(await found('q=pod&state=cancelled'), ['2']);
    const refused = (name: string) => (error: { code: string; details: { name: string }[] }) =>
      error.code === 'INVALID_PARAMETER' && error.details[0]?.name === name;
    await assert.rejects(answer('procedure=magic'), refused('procedure'));
    await assert.rejects(answer('cpv=45&cpv=x'), refused('cpv'));
    await assert.rejects(answer('state=nowhere'), refused('state'));
    await assert.rejects(answer(Array.from({ length: 21 }, (_, i) => `cpv=${i + 10}`).join('&')), refused('cpv'));
  });
});
