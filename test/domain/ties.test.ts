/**
 * Related companies and the network over the demo country, on both engines: both contain exactly the firms of a plain scan over every
 * office and every share, across roles and through companies.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { showcase } from '#demo-country/showcase.ts';
import { type Answers, answersOf } from '#test/support/answers.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';

/** An office or a share: the holder's id, the role and the firm. */
interface Link {
  who: string;
  role: 'administrator' | 'shareholder';
  title: string | null;
  firm: string;
}

/** The demo country's titles of court-appointed practitioners. */
const isNamedByCourt = ({ title }: Link): boolean => title !== null && /judiciar/.test(title);
/** Court-appointed practitioners, and liquidators, who by law are practitioners too. */
const isPractitioner = (link: Link): boolean => isNamedByCourt(link) || link.title === 'lichidator';

interface Related {
  cui: string | null;
  name: string;
  via: { kind: string; role: string | null; personId: string | null; cui: string | null; name: string | null }[];
}

interface Node {
  id: string;
  kind: string;
  label: string;
  cui: string | null;
}

onBothEngines((engine) => {
  let service: DemoService;
  let answers: Answers;
  let links: Link[];
  let entries: Set<string>;
  let sample: string[];
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
    answers = answersOf(service);
    const { db } = service.store.generations.current() as Dataset;
    links = await allLinks(db);
    const rows = await db.all<{ cui: number; rank: number }>('select cui, rank from listing where cui is not null');
    entries = new Set(rows.map(({ cui }) => String(cui)));
    const some = rows.filter(({ rank }) => rank % 3 === 0).map(({ cui }) => String(cui));
    sample = [...new Set([...showcase.map(({ cui }) => cui), ...some])];
  });
  after(() => service.close());

  const related = async (cui: string, narrowed: Record<string, string> = {}) => {
    const rows: Related[] = [];
    let query: Record<string, string> = { limit: '200', ...narrowed };
    for (;;) {
      const { data, meta } = await answers.ask('getRelated', { params: { cui }, query });
      rows.push(...data);
      const truncated = meta.page.totalRelation === 'atLeast';
      if (!meta.page.nextCursor) return { rows, truncated, omitted: meta.omitted as unknown };
      query = { ...query, cursor: meta.page.nextCursor };
    }
  };
  const byPeople = ({ rows }: { rows: Related[] }): string[] =>
    rows.flatMap(({ cui, via }) => (cui !== null && via.some(({ kind }) => kind !== 'address') ? cui : []));

  /** Firms of all holders in the company, the companies among the holders, and the firms in which the company holds a role itself. */
  const reached = (cui: string, some: readonly Link[]): Set<string> => {
    const here = new Set(some.filter((link) => link.firm === cui).map(({ who }) => who));
    const there = some.filter(({ who }) => here.has(who) || who === cui).map(({ firm }) => firm);
    return new Set([...there, ...here].filter((firm) => entries.has(firm) && firm !== cui));
  };
  /** The related firms without roles of practitioners on either side. */
  const recounted = (cui: string): Set<string> =>
    reached(
      cui,
      links.filter((link) => !isPractitioner(link)),
    );
  /** Companies that act as practitioners of the company: part of the network, but not followed. */
  const practitioners = (cui: string): string[] =>
    links.filter((link) => link.firm === cui && isPractitioner(link)).map(({ who }) => who);

  test('related companies and the network have the same firms, which are all that exist', async () => {
    let across = 0;
    let whole = 0;
    for (const cui of sample) {
      const list = await related(cui);
      const { data: network } = await answers.ask('getNetwork', { params: { cui } });
      const nodes: Node[] = network.nodes;
      const drawn = new Set(nodes.flatMap((node) => node.cui ?? []).filter((one) => one !== cui && entries.has(one)));
      const result = new Set(byPeople(list));
      const all = recounted(cui);
      const nodesToBe = new Set([...all, ...practitioners(cui).filter((one) => entries.has(one) && one !== cui)]);
      assert.ok([...drawn].every((one) => nodesToBe.has(one)) && [...result].every((one) => all.has(one)), cui);
      if (!list.truncated) assert.deepEqual(result, all, `related to ${cui}`);
      if (!network.truncated) assert.deepEqual(drawn, nodesToBe, `network of ${cui}`);
      if (!list.truncated && !network.truncated && all.size > 0) whole++;
      across += [...all].filter((one) => isAcross(cui, one)).length;
    }
    assert.ok(whole > 50 && across > 0, `${whole} ${across}`);
  });

  /** Whether two firms are tied only by holders with different roles in each. */
  const isAcross = (cui: string, other: string): boolean => {
    const roles = (firm: string) => links.filter((link) => link.firm === firm).map(({ who, role }) => `${who} ${role}`);
    const here = roles(cui);
    const who = new Set(here.map((each) => each.split(' ')[0]));
    const there = roles(other).filter((each) => who.has(each.split(' ')[0] ?? ''));
    return there.length > 0 && !there.some((each) => here.includes(each));
  };

  test('a practice that courts appoint in many firms ties none of them; the firms are counted, and listed by kind', async () => {
    const practice = cuiOf('liquidator');
    const offices = links.filter(({ who, firm }) => who === practice && entries.has(firm) && firm !== practice);
    const named = [...new Set(offices.filter(isNamedByCourt).map(({ firm }) => firm))];
    const others = offices.filter((link) => !isNamedByCourt(link)).map(({ firm }) => firm);
    const [cui = ''] = named.filter((one) => !others.includes(one));
    assert.ok(cui !== '' && offices.length > 3);
    const { data: company } = await answers.ask('getCompany', { params: { cui } });
    const officer = company.administrators.find((one: { cui: string | null }) => one.cui === practice);
    assert.deepEqual(
      [officer.kind, officer.personId, officer.name],
      ['company', null, 'CUMPĂNA DREAPTĂ INSOLV I.P.U.R.L.'],
    );
    const plain = await related(cui);
    assert.ok(!plain.rows.some(({ via }) => via.some((one) => one.cui === practice)));
    // Every firm of the practice, and the practice itself, unless another tie exists.
    const tied = new Set(plain.rows.map((row) => row.cui));
    const apart = new Set(
      [practice, ...offices.map(({ firm }) => firm)].filter((one) => one !== cui && !tied.has(one)),
    );
    assert.equal(plain.omitted, apart.size);
    assert.ok(apart.size > 3);

    // A firm whose members chose the practice as a liquidator belongs to the other kind.
    const chosen = new Set(others.filter((one) => !named.includes(one) && apart.has(one)));
    assert.ok(chosen.size > 0);
    const requested = await related(cui, { kind: 'insolvencyPractitioner' });
    const untied = ({ rows }: typeof requested) => new Set(rows.map((row) => row.cui).filter((one) => !tied.has(one)));
    assert.deepEqual(untied(requested), apart.difference(chosen));
    assert.equal(requested.omitted, chosen.size);
    const liquidated = await related(cui, { kind: 'representative' });
    assert.deepEqual(untied(liquidated), chosen);
    for (const [{ rows }, own, title] of [
      [requested, 'insolvencyPractitioner', /judiciar/],
      [liquidated, 'representative', /^lichidator$/],
    ] as const)
      for (const { via } of rows.filter((row) => !tied.has(row.cui))) {
        const by = via.filter((one) => one.cui === practice);
        assert.ok(by.length > 0 && by.every(({ kind, role }) => kind === own && title.test(role ?? '')));
      }
    const isApart = requested.rows.map((row) => !tied.has(row.cui));
    assert.deepEqual(isApart, isApart.toSorted(), 'tied firms come first');

    const { data: network } = await answers.ask('getNetwork', { params: { cui } });
    const node = network.nodes.find((one: Node) => one.cui === practice);
    const edges = network.edges.filter(({ from }: { from: string }) => from === node.id);
    assert.deepEqual(
      edges.map(({ to, roleCode }: { to: string; roleCode: string }) => [to, roleCode]),
      [[network.nodes[0].id, 'insolvencyPractitioner']],
    );
  });

  test('the page of ties counts firms that share only a practitioner, and lists them on request', async () => {
    const practice = cuiOf('liquidator');
    const [cui = ''] = links.flatMap((link) => (link.who === practice && isNamedByCourt(link) ? link.firm : []));
    const { omitted } = await related(cui);
    assert.ok(Number(omitted) > 0);
    const page = await (await fetch(`${service.origin}/firma/${cui}/legaturi`)).text();
    assert.match(page, /În afara listei: [0-9.]+\s(de\s)?firm/);
    assert.match(page, /practician<\/a> · <a href="[^"]+legaturi\?kind=representative">Firmele aceluiași lichidator/);
    const entries = await (await fetch(`${service.origin}/firma/${cui}/legaturi?kind=insolvencyPractitioner`)).text();
    assert.match(entries, /prin CUMPĂNA DREAPTĂ INSOLV I\.P\.U\.R\.L\. \((administrator|lichidator) judiciar/);
    assert.match(entries, /nu este o legătură între firme · prin CUMPĂNA/);
  });

  test('a page links exactly to the kinds that have omitted firms', async () => {
    const practice = cuiOf('liquidator');
    const [cui = ''] = links.flatMap((link) => (link.who === practice && isNamedByCourt(link) ? link.firm : []));
    const linked = async (path: string): Promise<unknown[]> => {
      const page = await (await fetch(`${service.origin}/en/company/${cui}${path}`)).text();
      return [...page.matchAll(/\/related\?kind=(\w+)">Firms of the same/g)].map(([, kind]) => kind);
    };
    const both = ['insolvencyPractitioner', 'representative'];
    for (const path of ['', '/related']) assert.deepEqual(await linked(path), both, path);
    assert.deepEqual(await linked('/related?kind=insolvencyPractitioner'), ['representative']);
    assert.deepEqual(await linked('/related?kind=representative'), ['insolvencyPractitioner']);
  });

  test('a town hall without known representatives has a warning about the missing data, in both languages', async () => {
    for (const what of ['related', 'network']) {
      const path = `/api/company/${cuiOf('townHall')}/${what}`;
      const { body } = await service.get(path);
      assert.match(
        body.meta.warnings?.join() ?? '',
        /outside the trade registry: no source names its representatives/,
        path,
      );
      const romanian = await service.get(`${path}?lang=ro`);
      assert.match(romanian.body.meta.warnings?.join() ?? '', /nu este înscrisă în registrul comerțului/, path);
    }
    const { body } = await service.get(`/api/company/${cuiOf('giant')}/related`);
    assert.equal(body.meta.warnings, undefined);
  });

  test('a corporate manager is identified in another spelling, and left unidentified when three firms have the name', async () => {
    const managers = async (id: string) => {
      const { data } = await answers.ask('getCompany', { params: { cui: cuiOf(id) } });
      return data.administrators.map(({ kind, cui }: { kind: string; cui: string | null }) => [kind, cui]);
    };
    assert.deepEqual(await managers('managed'), [['company', cuiOf('growing')]]);
    assert.deepEqual(await managers('unclearManager'), [['company', null]]);
    const ties = (await related(cuiOf('unclearManager'))).rows.flatMap(({ via }) => via.map(({ name }) => name));
    assert.ok(!ties.some((name) => name?.includes('VÂNTUL')));
    assert.ok((await related(cuiOf('managed'))).rows.some(({ cui }) => cui === cuiOf('growing')));
  });
});

/** Every office and share of the country, by fiscal codes; registrations with the same code count as one firm. */
async function allLinks(db: Database): Promise<Link[]> {
  const posts = await db.all<{
    person_id: string;
    kind: string;
    cui: number | null;
    title: string | null;
    firm: number | null;
  }>('select o.person_id, o.kind, o.cui, o.title, f.cui as firm from officer o join firm f on f.id = o.firm_id');
  const shares = await db.all<{ person_id: string; kind: string; cui: number | null; firm: number }>(
    'select person_id, kind, holder_cui as cui, cui as firm from shareholder',
  );
  return [
    ...posts.flatMap(({ person_id, kind, cui, title, firm }): Link[] => {
      const who = kind === 'person' ? person_id : cui === null ? null : String(cui);
      return who === null || firm === null ? [] : [{ who, role: 'administrator', title, firm: String(firm) }];
    }),
    ...shares.map(({ person_id, kind, cui, firm }): Link => {
      const who = kind === 'person' || cui === null ? person_id : String(cui);
      return { who, role: 'shareholder', title: null, firm: String(firm) };
    }),
  ];
}
