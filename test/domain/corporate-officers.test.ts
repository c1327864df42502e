/** Companies as officers, in a small country of known lines: how they are identified, and which firms they tie; on both engines. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { networkOf } from '#domain/people/network.ts';
import { personRow } from '#domain/people/person.ts';
import { type Kind, relatedTo } from '#domain/people/related-companies.ts';
import { rolesByFirm } from '#domain/people/roles.ts';
import { firmsOfPerson } from '#domain/people/roles-table.ts';
import { FIRST_PAGE, findPeople } from '#domain/people/search.ts';
import type { TieSubject } from '#domain/people/ties.ts';
import { translator } from '#lib/i18n/message.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type WrittenFirm, write, writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const ana = { name: 'TIHNITU ANA', born: ['03/04/1970', 'Dej', 'Cluj'] as [string, string, string] };

const ion = { name: 'PRACTICIANU ION', born: ['05/06/1965', 'Gherla', 'Cluj'] as [string, string, string] };
const maria = { name: 'SOCOTITORU MARIA', born: ['07/08/1968', 'Turda', 'Cluj'] as [string, string, string] };
const barbu = { name: 'BARBU VLAD', born: ['11/12/1975', 'Dej', 'Cluj'] as [string, string, string] };
const dan = { name: 'BARCAGIU DAN', born: ['09/10/1972', 'Dej', 'Cluj'] as [string, string, string] };

/** Name, form, officers. The index in the list is the number of the company. */
const FIRMS: [name: string, form: string, officers: NonNullable<WrittenFirm['officers']>][] = [
  ['CÂRMA MANAGEMENT SRL', 'SRL', [ana]],
  ['BARCA UNU SRL', 'SRL', [{ name: 'S.C. Cârma Management S.R.L.' }]],
  ['BARCA DOI SRL', 'SRL', [{ name: 'CARMA MANAGEMENT SOCIETATE CU RĂSPUNDERE LIMITATĂ' }]],
  ['BARCA TREI SRL', 'SRL', [{ name: 'CARMA MANAGEMENT SA' }]],
  ['FARUL SRL', 'SRL', []],
  ['FARUL SRL', 'SRL', []],
  ['BARCA PATRU SRL', 'SRL', [{ name: 'FARUL SRL' }]],
  ['BARCA CINCI SRL', 'SRL', [{ name: 'FARUL SRL' }]],
  ['NEPTUN SPA SRL', 'SRL', []],
  ['BARCA SASE SRL', 'SRL', [{ name: 'NEPTUN S.p.A.' }]],
  ['CUMPANA INSOLV IPURL', 'SRL', []],
  ['BARCA SAPTE SRL', 'SRL', [{ name: 'CUMPĂNA INSOLV I.P.U.R.L.', title: 'lichidator' }]],
  ['BARCA OPT SRL', 'SRL', [{ name: 'CUMPĂNA INSOLV I.P.U.R.L.', title: 'lichidator judiciar' }]],
  ['BARCA NOUA SRL', 'SRL', []],
  ['BARCA ZECE SRL', 'SRL', []],
  ['BARCA UNSPREZECE SRL', 'SRL', [{ ...ion, title: 'lichidator judiciar' }, dan]],
  ['BARCA DOISPREZECE SRL', 'SRL', [{ ...ion, title: 'administrator judiciar' }]],
  ['BARCA TREISPREZECE SRL', 'SRL', [ion, { ...maria, title: 'cenzor' }]],
  ['BARCA PAISPREZECE SRL', 'SRL', [{ ...maria, title: 'cenzor' }]],
  ['BARBU ÎNTREPRINDERE FAMILIALĂ', 'IF', [{ ...barbu, title: 'reprezentant' }]],
  ['BARCA CINCISPREZECE SRL', 'SRL', [{ ...barbu, title: 'reprezentant' }]],
];

/** Owner's number or name → company's number. */
const SHARES: [owner: number | typeof ana | string, company: number][] = [
  [0, 13],
  [ana, 13],
  [10, 14],
  ['NORDWIND GMBH', 6],
  ['NORDWIND GMBH', 13],
];

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-officers-'));
  let store: Store;
  let dataset: Dataset;
  before(async () => {
    const location = await engine.place();
    store = await openStore({ databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' });
    writeSnapshot(
      folder,
      '02-09-2026',
      FIRMS.map(([name, form, officers], n) => ({
        cui: companyCui(n),
        number: `J12/${n + 1}/1998`,
        name,
        form,
        officers,
        street: `Str. ${n}`,
        // A court appointed an officer here.
        ...(n === 15 && { county: 'Alba', locality: 'Sebeș' }),
      })),
    );
    const lines = SHARES.map(([owner, company]) => {
      const [name, kind, born, cui] =
        typeof owner === 'number'
          ? [FIRMS[owner]?.[0], 'company', ['', ''], companyCui(owner)]
          : typeof owner === 'string'
            ? [owner, 'company', ['', ''], '']
            : [owner.name, 'person', ['1970-04-03', 'Dej'], ''];
      return [companyCui(company), kind, name, cui, '50', '', ...born].join(';');
    });
    const header = 'cui;holder_kind;holder_name;holder_cui;percent;since;birth_date;birth_place';
    write(folder, 'import/shareholders.csv', [header, ...lines].join('\n'));
    const publications = await findPublications(folder);
    await ingest({ ...store, publications, personKey: 'person', strict: true, progress: silent });
    await store.generations.refresh();
    dataset = store.generations.current() as Dataset;
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const tied = async (n: number): Promise<TieSubject & { active: boolean }> => ({
    cui: companyCui(n),
    name: FIRMS[n]?.[0] ?? '',
    active: true,
    firm: await dataset.db.one('select * from firm where cui = $1', [Number(companyCui(n))]),
  });
  const numberOf = (cui: string | number | null): number => FIRMS.findIndex((_, n) => companyCui(n) === String(cui));
  const related = async (n: number, kind?: Kind): Promise<Record<number, string[]>> => {
    const { firms } = await relatedTo(await tied(n), dataset, new Set(), kind);
    const entries = firms.map(({ firm, via }) => [
      numberOf(firm.cui),
      via.map(({ kind, name, cui }) => `${kind} ${cui === null ? name : numberOf(cui)}`).toSorted(),
    ]);
    return Object.fromEntries(entries);
  };

  test('a corporate officer is the single registered firm of its name and form in any spelling, or unidentified', async () => {
    const rows = await dataset.db.all<{ firm: number; name: string; cui: number | null }>(
      `select f.cui as firm, o.name, o.cui from officer o join firm f on f.id = o.firm_id where o.kind = 'company'`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ firm, cui }) => [numberOf(firm), cui && numberOf(cui)])), {
      1: 0,
      2: 0,
      3: null,
      6: null,
      7: null,
      9: null,
      11: 10,
      12: 10,
    });
  });

  test('a corporate officer ties its firms, is tied to them, and owns shares besides', async () => {
    assert.deepEqual(await related(1), {
      0: ['administrator 0'],
      2: ['administrator 0'],
      13: ['shareholder 0'],
    });
  });

  test('insolvency practitioners and liquidators tie no firms by default; those are counted and listed by kind', async () => {
    const omitted = async (n: number, kind?: Kind) =>
      (await relatedTo(await tied(n), dataset, new Set(), kind)).omitted;
    assert.deepEqual(await related(12), {});
    assert.equal(await omitted(12), 3);
    const practice = ['insolvencyPractitioner 10'];
    const liquidator = ['representative 10'];
    assert.deepEqual(await related(12, 'insolvencyPractitioner'), { 10: practice, 14: practice });
    assert.deepEqual(await related(12, 'representative'), { 11: liquidator });
    assert.deepEqual([await omitted(12, 'insolvencyPractitioner'), await omitted(12, 'representative')], [1, 2]);
    // The other side of the same roles: the practice, and a firm whose members chose it.
    assert.deepEqual(await related(10), { 14: ['shareholder 10'] });
    assert.deepEqual([await related(11), await omitted(10), await omitted(11)], [{}, 2, 3]);
    assert.deepEqual(await related(11, 'insolvencyPractitioner'), { 12: practice });
    assert.deepEqual(await related(11, 'representative'), { 10: liquidator, 14: liquidator });
    // A person who runs one firm and is the court-appointed practitioner of two others.
    assert.deepEqual([await related(15), await omitted(15)], [{}, 2]);
    assert.deepEqual([await related(17), await omitted(17)], [{}, 3]);
    assert.deepEqual(await related(17, 'insolvencyPractitioner'), {
      15: ['insolvencyPractitioner PRACTICIANU ION'],
      16: ['insolvencyPractitioner PRACTICIANU ION'],
    });
    // Auditors tie no firms either.
    assert.deepEqual([await related(18), await omitted(18)], [{}, 1]);
    const { firms } = await relatedTo(await tied(18), dataset, new Set(), 'representative');
    assert.deepEqual(
      firms.map(({ firm, isTied, via }) => [numberOf(firm.cui), isTied, via.map(({ kind, role }) => [kind, role])]),
      [[17, false, [['representative', 'cenzor']]]],
    );
  });

  test('the omitted kinds are exactly those under which omitted firms are listed', async () => {
    const kindsOf = async (n: number, kind?: Kind) =>
      (await relatedTo(await tied(n), dataset, new Set(), kind)).omittedKinds;
    assert.deepEqual(await kindsOf(0), []);
    assert.deepEqual(await kindsOf(15), ['insolvencyPractitioner']);
    assert.deepEqual(await kindsOf(15, 'insolvencyPractitioner'), []);
    assert.deepEqual(await kindsOf(18), ['representative']);
    assert.deepEqual(await kindsOf(17), ['insolvencyPractitioner', 'representative']);
    assert.deepEqual(await kindsOf(17, 'insolvencyPractitioner'), ['representative']);
  });

  test('the representative of a family business is its owner; the representative of another firm is a representative', async () => {
    assert.deepEqual(await related(20), { 19: ['owner BARBU VLAD'] });
    assert.deepEqual(await related(19), { 20: ['representative BARBU VLAD'] });
    const { edges } = await networkOf(await tied(19), dataset, new Set());
    assert.deepEqual(edges.map(({ roleCode }) => roleCode).toSorted(), ['owner', 'representative']);
    const { rows } = await findPeople(dataset.db, 'vlad barbu', { after: FIRST_PAGE, limit: 5, hidden: new Set() });
    assert.ok(rows[0]);
    const held = await rolesByFirm(rows[0], await firmsOfPerson(dataset.db, rows[0].rank, 0, 10), dataset);
    assert.deepEqual([...held.values()].flatMap(({ roles }) => roles.map(({ role }) => role)).toSorted(), [
      ...['owner', 'representative'],
    ]);
  });

  test('a person is listed with court-appointed firms, which are marked and not counted', async () => {
    const found = await findPeople(dataset.db, 'ion practicianu', { after: FIRST_PAGE, limit: 5, hidden: new Set() });
    const [person] = found.rows;
    assert.ok(person);
    const { companiesCount, activeCount, counties } = personRow(person, translator());
    assert.deepEqual([companiesCount, activeCount, counties, person.companies], [1, 1, ['Cluj'], 3]);
    const firms = await firmsOfPerson(dataset.db, person.rank, 0, 10);
    const held = await rolesByFirm(person, firms, dataset);
    const result = firms.map(({ cui, rank }) => {
      const { roles = [], counted } = held.get(rank) ?? {};
      return [numberOf(cui), counted, ...roles.map(({ role }) => role)];
    });
    assert.deepEqual(result.toSorted(), [
      [15, false, 'insolvencyPractitioner'],
      [16, false, 'insolvencyPractitioner'],
      [17, true, 'administrator'],
    ]);
  });

  test('an administrator that holds shares elsewhere ties both firms, and a company ties the firms it runs and owns', async () => {
    assert.deepEqual(await related(0), {
      1: ['administrator 0'],
      2: ['administrator 0'],
      13: ['shareholder 0', 'shareholder TIHNITU ANA'],
    });
    assert.deepEqual((await related(13))[0], ['administrator TIHNITU ANA', 'shareholder 0']);
  });

  test('a name of several firms or of none ties nothing; a foreign shareholder is identified by its name', async () => {
    assert.deepEqual(await related(3), {});
    assert.deepEqual(await related(7), {});
    assert.deepEqual(await related(9), {});
    assert.deepEqual(await related(6), { 13: ['shareholder NORDWIND GMBH'] });
  });

  test('the network contains the related firms, each once, with every role', async () => {
    for (const n of FIRMS.keys()) {
      const { nodes, edges, truncated } = await networkOf(await tied(n), dataset, new Set());
      assert.equal(truncated, false);
      const drawn = nodes.flatMap(({ cui }) => (cui === null || cui === companyCui(n) ? [] : [numberOf(cui)]));
      const practice = n === 11 || n === 12 ? [10] : [];
      const list = [...Object.keys(await related(n)).map(Number), ...practice];
      assert.deepEqual(drawn.toSorted(), list.toSorted(), FIRMS[n]?.[0] ?? '');
      const ids = new Set(nodes.map(({ id }) => id));
      assert.equal(ids.size, nodes.length);
      assert.ok(edges.every(({ from, to }) => ids.has(from) && ids.has(to) && from !== to));
    }
    const { edges } = await networkOf(await tied(13), dataset, new Set());
    const carma = `company:${companyCui(0)}`;
    const roles = edges
      .filter(({ from, to }) => from === carma || to === carma)
      .map(({ to, role }) => [to === carma, role]);
    assert.deepEqual(roles.toSorted(), [
      [false, 'administrator'],
      [false, 'administrator'],
      [false, 'shareholder'],
      [true, 'administrator'],
    ]);
  });
});
