/** Public procurement tools: limits, refusals, paging and Pro, with values compared to the API. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { agentAt, type TestAgent, type ToolOutcome } from '#test/support/agent-kit.ts';
import { assertShown, rest } from '#test/support/agent-parity.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { procurementTools } from '#transports/mcp/tools/tools.ts';

const authority = cuiOf('cityHall');
const supplier = cuiOf('stateSupplier');
const { notice, contract, report } = showcaseProcurement;
const DOCUMENT = `${notice}-00011`;

/** Bytes: the limit of a default answer, and the limit of any answer. */
const USUAL = 8_000;
const MOST = 40_000;

let service: DemoService;
let pro: TestAgent;
let free: TestAgent;

before(async () => {
  service = await demoService();
  await collectDemoDocuments(service);
  pro = await agentAt(service, { pro: true });
  free = await agentAt(service);
});
after(() => service.close());

const reported = ({ isError, content, structuredContent }: ToolOutcome) => {
  assert.ok(!isError, String(content[0]?.text));
  assert.equal(content[0]?.text, JSON.stringify(structuredContent));
  return structuredContent;
};
const ask = async (tool: string, input: object, agent = pro) => reported(await agent.call(tool, { ...input }));
const refusal = async (tool: string, input: object, agent = pro): Promise<string> => {
  const { isError, content } = await agent.call(tool, { ...input });
  assert.equal(isError, true, String(content[0]?.text));
  return content[0]?.text ?? '';
};
const get = (path: string) => rest(service.origin, path);

/** All rows of a list by its cursors; each page respects the default limit. */
async function whole(tool: string, input: object, list: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const answer = await ask(tool, { ...input, ...(cursor && { cursor }) });
    assert.ok(Buffer.byteLength(JSON.stringify(answer)) <= USUAL);
    assert.equal(answer.truncated, answer.nextCursor !== null);
    rows.push(...answer[list]);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

/** One valid call for each tool. */
const questions: Record<string, object> = {
  search_tenders: { query: 'pompe' },
  get_tender: { notice },
  list_tender_documents: { notice },
  search_tender_documents: { notice, query: 'termen de livrare' },
  read_tender_document: { documentId: DOCUMENT },
  compare_tender_versions: { notice },
  list_contracts: { cui: supplier },
  get_contract: { contract },
  list_direct_purchases: { cui: authority },
  analyze_procurement: { cui: authority },
  analyze_market: { cpv: '3' },
  list_supplier_reports: { cui: supplier },
};

/** Tools that return no data without Pro. */
const proOnly = [
  'search_tender_documents',
  'read_tender_document',
  'compare_tender_versions',
  'get_contract',
  'list_supplier_reports',
];

describe('every tool', () => {
  test('has a valid call in this file', () => {
    assert.deepEqual(procurementTools.map(({ name }) => name).toSorted(), Object.keys(questions).toSorted());
  });

  for (const [tool, input] of Object.entries(questions)) {
    test(`${tool} answers within 8,000 bytes, with its sources and an existing page`, async () => {
      const outcome = await pro.call(tool, { ...input });
      const answer = reported(outcome);
      assert.ok(Buffer.byteLength(outcome.content[0]?.text ?? '') <= USUAL);
      assert.ok(answer.sources.length > 0);
      assert.ok(answer.notes.some((note: string) => note.includes('demo')));
      const page = await fetch(answer.url, { redirect: 'manual' });
      assert.ok([200, 403].includes(page.status), `${answer.url} answers ${page.status}`);
    });

    test(`${tool} refuses an unknown argument by its name`, async () => {
      const text = await refusal(tool, { ...input, colour: 'red' });
      assert.match(text, /colour/);
    });

    test(`${tool} ${proOnly.includes(tool) ? 'is refused' : 'answers'} without Pro`, async () => {
      if (proOnly.includes(tool)) assert.match(await refusal(tool, input, free), /^PRO_REQUIRED: .*Pro subscription/);
      else await ask(tool, input, free);
    });
  }
});

test('the error of a wrong argument names it and explains the rule', async () => {
  const wrong: [string, object, RegExp][] = [
    ['search_tenders', { cpv: 'roads' }, /cpv.*CPV code/],
    ['search_tenders', { dateFrom: '2026-02-30' }, /day/],
    ['search_tenders', { limit: 51 }, /limit.*50/],
    ['search_tenders', { dateFrom: '2026-02-02', dateTo: '2026-01-01' }, /after/],
    ['get_tender', { notice: 'a tender' }, /notice.*CN1062325/],
    ['get_tender', {}, /notice/],
    ['list_contracts', {}, /`cui`, `cpv` or both/],
    ['list_contracts', { cui: '12', role: 'buyer' }, /authority, supplier, both/],
    ['list_direct_purchases', {}, /`cui`, `cpv` or both/],
    ['get_contract', { contract: 'x'.repeat(1_001) }, /contract/],
    ['analyze_procurement', { cui: 'Zimbrul' }, /cui/],
    ['analyze_market', { cpv: '45000000-1' }, /check digit/],
    ['read_tender_document', { documentId: '../etc' }, /documentId/],
    ['read_tender_document', { documentId: DOCUMENT, characters: 30_001 }, /characters/],
    ['search_tender_documents', { notice, query: ' ' }, /q/],
    ['list_supplier_reports', {}, /`cui` or `reportId`/],
  ];
  for (const [tool, input, words] of wrong) {
    const text = await refusal(tool, input);
    assert.match(text, /INVALID_ARGUMENT/, text);
    assert.match(text, words);
  }
});

test('missing records are NOT_FOUND with a hint at `search`, and lists without rows are empty', async () => {
  const missing: [string, object][] = [
    ['get_tender', { notice: 'CN9999999' }],
    ['list_tender_documents', { notice: 'CN9999999' }],
    ['search_tender_documents', { notice: 'CN9999999', query: 'apa' }],
    ['compare_tender_versions', { notice: 'CN9999999' }],
    ['read_tender_document', { documentId: 'CN9999999-00001' }],
    ['read_tender_document', { documentId: DOCUMENT, fromPage: 999 }],
    ['get_contract', { contract: 'no such number' }],
    ['get_contract', { contract, authorityCui: supplier }],
    ['list_supplier_reports', { reportId: 'DC1' }],
    ['list_supplier_reports', { cui: authority, reportId: report }],
  ];
  for (const [tool, input] of missing) assert.match(await refusal(tool, input), /^NOT_FOUND: .*`search`/);
  for (const [tool, list] of [
    ['list_contracts', 'contracts'],
    ['list_direct_purchases', 'purchases'],
    ['list_supplier_reports', 'reports'],
  ] as const) {
    const answer = await ask(tool, { cui: '12345674' });
    assert.deepEqual([answer[list], answer.total, answer.truncated], [[], 0, false]);
  }
  assert.deepEqual((await ask('analyze_procurement', { cui: '12345674' })).sides, []);
});

describe('equal to the API', () => {
  test('tenders by text and by filters', async () => {
    const own = ['url', 'lotsCount', 'documentation', 'winners'];
    const words = await ask('search_tenders', { query: 'lucrari', limit: 5 });
    const { data: found } = await get('/api/sicap/tenders/search?q=lucrari&limit=5');
    assertShown(words.tenders, found, own);
    for (const [i, { winners }] of words.tenders.entries())
      if (winners === null) assert.equal(found[i].award?.winners ?? null, null);
      else assertShown(winners, found[i].award.winners);
    assert.ok(words.tenders.some((row: { winners: unknown }) => row.winners !== null));
    const filters = { authorityCui: authority, dateFrom: '2023-01-01', dateTo: '2025-12-31', sort: 'value', limit: 4 };
    const filtered = await ask('search_tenders', filters);
    const query = `authorityCui=${authority}&from=2023-01-01&to=2025-12-31&sort=value&limit=4`;
    assertShown(filtered.tenders, (await get(`/api/sicap/tenders/search?${query}`)).data, own);
    const open = await ask('search_tenders', { openOnly: true });
    assert.ok(open.tenders.length > 0 && open.tenders.every((row: { open: boolean }) => row.open));
  });

  test('one tender with the lots of its notice and their values', async () => {
    const { data } = await get('/api/sicap/tender/CN1000001');
    const answer = await ask('get_tender', { notice: 'cn1000001' });
    assertShown(answer.tender, data, ['sourceUrl']);
    assertShown(answer.lots, data.lots);
    for (const lot of answer.lots) assert.ok('state' in lot, 'a lot says whether it was awarded');
    assert.equal(answer.total, data.lots.length);
    const sumOf = (lots: { value: number }[]): number => lots.reduce((all, { value }) => all + value, 0);
    assert.ok(sumOf(data.lots) > 0);
    assert.equal(sumOf(answer.lots), sumOf(data.lots));
  });

  test('contracts of a supplier, of an authority and of a market', async () => {
    const own = ['url', 'suppliersCount', 'notice'];
    for (const [input, path] of [
      [{ cui: Number(supplier), role: 'supplier' }, `company/${supplier}/contracts?role=supplier&limit=20`],
      [{ cui: `RO${authority}`, cpv: '42' }, `company/${authority}/contracts?cpv=42&limit=20`],
      [{ cpv: '45', dateTo: '2023-12-31' }, 'cpv/45/contracts?dateTo=2023-12-31&limit=20'],
    ] as const) {
      const { data, meta } = await get(`/api/seap/${path}`);
      const answer = await ask('list_contracts', input);
      assertShown(answer.contracts, data, own);
      assert.equal(answer.total, meta.page.total);
      for (const [i, row] of answer.contracts.entries()) {
        assert.equal(row.suppliersCount, data[i].suppliers?.length ?? null);
        assert.equal(row.notice, data[i].procedure.notice);
      }
    }
  });

  test('one contract by its number and by its id', async () => {
    const { data } = await get(`/api/seap/contracts/${encodeURIComponent(contract)}`);
    const own = ['suppliersCount', 'notice', 'procedureType', 'lotsCount', 'cancelledLotsCount', 'sourceUrl'];
    const answer = await ask('get_contract', { contract });
    assertShown(answer.contract, data, own);
    assert.deepEqual(await ask('get_contract', { contract: data.id }), answer);
    assert.equal(answer.contract.lotsCount, data.lots.length);
  });

  test('direct purchases inside and outside of the catalogue', async () => {
    const bought = await ask('list_direct_purchases', { cui: authority, role: 'authority' });
    const path = `/api/seap/company/${authority}`;
    assertShown(bought.purchases, (await get(`${path}/direct-purchases?role=authority&limit=20`)).data);
    const awards = await ask('list_direct_purchases', { cui: authority, outsideCatalogue: true });
    const { data } = await get(`${path}/direct-purchase-awards?limit=20`);
    assertShown(awards.purchases, data, ['title', 'state', 'finalizedAt']);
    assert.deepEqual(
      awards.purchases.map(({ title }: { title: string }) => title),
      data.slice(0, awards.purchases.length).map(({ object }: { object: string }) => object),
    );
    const market = await ask('list_direct_purchases', { cpv: '30' });
    assertShown(market.purchases, (await get('/api/seap/cpv/30/direct-purchases?limit=20')).data);
  });

  test('the sums of a company, complete over its years', async () => {
    const { data } = await get(`/api/company/${authority}/seap`);
    const { sides } = await ask('analyze_procurement', { cui: authority });
    const [side] = sides;
    assertShown(side, data.asAuthority, ['role', 'share', 'topPartnersShare', 'mix']);
    const { contracts, callOffs, directPurchases } = data.asAuthority;
    const all = contracts.value + callOffs.value + directPurchases.value;
    for (const { value, share } of side.topPartners) assert.ok(Math.abs(share - value / all) < 0.0001);
    // The demo has no years older than the answer, so the years add up to the total.
    for (const kind of ['contracts', 'frameworks', 'callOffs', 'directPurchases']) {
      const years = side.byYear.reduce(
        (sum: number, year: Record<string, { count: number }>) => sum + (year[kind]?.count ?? 0),
        0,
      );
      assert.equal(years, side[kind].count, kind);
    }
  });

  test('the most frequent code of a supplier, computed from its own deals', async () => {
    const { sides } = await ask('analyze_procurement', { cui: supplier, role: 'supplier' });
    const [{ mix }] = sides;
    const path = `/api/seap/company/${supplier}`;
    const contracts = (await get(`${path}/contracts?role=supplier&limit=200`)).data;
    const purchases = (await get(`${path}/direct-purchases?role=supplier&limit=200`)).data;
    const [first] = mix.codes;
    const own = (row: { cpv: { code: string } | null }): boolean => row.cpv?.code === first.code;
    const signed = contracts.filter(
      (row: { framework: string; cpv: null }) => own(row) && row.framework !== 'framework',
    );
    const bought = purchases.filter(
      (row: { state: string; cpv: null }) => own(row) && ['accepted', 'unknown'].includes(row.state),
    );
    assert.equal(first.count, signed.length + bought.length);
    const value =
      signed.reduce(
        (all: number, row: { valueRon: number; suppliers: unknown[] }) => all + row.valueRon / row.suppliers.length,
        0,
      ) + bought.reduce((all: number, row: { value: number }) => all + row.value, 0);
    assert.ok(Math.abs(first.value - value) < 0.01);
  });

  test('the analysis of a market', async () => {
    const { data } = await get('/api/seap/cpv/45/analysis');
    const answer = await ask('analyze_market', { cpv: '45' });
    assertShown(answer.totals, data.totals);
    assertShown(answer.byYear, data.byYear.slice(-answer.byYear.length));
    for (const part of ['cpv', 'topAuthorities', 'concentration', 'values', 'offers', 'children', 'coverage'])
      assertShown(answer[part], data[part]);
    assertShown(answer.topSuppliers, (await get('/api/seap/cpv/45/top-suppliers?limit=8')).data);
    const range = await ask('analyze_market', { cpv: '45', dateFrom: '2025-01-01', dateTo: '2025-12-31' });
    const year = (await get('/api/seap/cpv/45/analysis?dateFrom=2025-01-01&dateTo=2025-12-31')).data;
    assertShown(range.totals, year.totals);
  });

  test('the list of reports on a supplier and the full text of one', async () => {
    const { data } = await get(`/api/seap/company/${supplier}/supplier-issues`);
    const own = ['id', 'contractNumber', 'contractDate', 'damagesClaimed', 'damagesAmount', 'url'];
    const answer = await ask('list_supplier_reports', { cui: supplier });
    assertShown(answer.reports, data, own);
    const damages = await ask('list_supplier_reports', { cui: supplier, onlyDamages: true });
    assert.ok(damages.reports.length > 0 && damages.reports.length < answer.reports.length);
    const one = await ask('list_supplier_reports', { reportId: report });
    assert.equal(one.reports[0].text, (await get(`/api/seap/supplier-issues/${report}`)).data.text);
  });
});

describe('lists', () => {
  test('paging to the end returns every row once', async () => {
    for (const [tool, input, list, path] of [
      ['list_direct_purchases', { cui: authority, limit: 50 }, 'purchases', `company/${authority}/direct-purchases`],
      ['list_contracts', { cpv: '3', limit: 7 }, 'contracts', 'cpv/3/contracts'],
    ] as const) {
      const ids = (await whole(tool, input, list)).map(({ id }) => id);
      const all: string[] = [];
      for (let next: string | null = `/api/seap/${path}?limit=200`; next !== null; ) {
        const { data, meta } = await get(next);
        all.push(...data.map(({ id }: { id: string }) => id));
        next = meta.page.next;
      }
      assert.deepEqual(ids, all);
      assert.ok(all.length > 50);
    }
    const tenders = (await whole('search_tenders', { sort: 'value' }, 'tenders')).map((row) => row.notice);
    assert.equal(new Set(tenders).size, tenders.length);
    assert.equal(tenders.length, (await get('/api/sicap/tenders/search?limit=1')).meta.page.total);
  });

  test('a forged cursor and a cursor of another query or tool are refused', async () => {
    const { nextCursor } = await ask('list_direct_purchases', { cui: authority });
    const forged = `${Buffer.from('5 ').toString('base64url')}.${'A'.repeat(16)}`;
    for (const [tool, input] of [
      ['list_direct_purchases', { cui: supplier, cursor: nextCursor }],
      ['list_direct_purchases', { cui: authority, limit: 5, cursor: nextCursor }],
      ['list_contracts', { cui: authority, cursor: nextCursor }],
      ['list_direct_purchases', { cui: authority, cursor: forged }],
      ['get_tender', { notice, cursor: nextCursor }],
      ['read_tender_document', { documentId: DOCUMENT, cursor: nextCursor }],
    ] as const)
      assert.match(await refusal(tool, input), /INVALID_ARGUMENT/);
  });
});

describe('without Pro', () => {
  test('a list shows its newest rows regardless of filters and notes that they had no effect', async () => {
    for (const [tool, list] of [
      ['list_contracts', 'contracts'],
      ['list_direct_purchases', 'purchases'],
    ] as const) {
      const plain = await ask(tool, { cui: authority }, free);
      assert.equal(plain[list].length, 5);
      assert.ok(plain.total > 5 && plain.truncated && plain.nextCursor === null);
      assert.ok(plain.notes.some((note: string) => /With Pro: every row/.test(note)));
      const filtered = await ask(tool, { cui: authority, cpv: '99', dateFrom: '2026-01-01' }, free);
      assert.deepEqual(filtered[list], plain[list]);
      assert.ok(filtered.notes.some((note: string) => /had no effect: .*cpv/.test(note)));
    }
  });

  test('a market shows its totals and notes what Pro adds', async () => {
    const answer = await ask(
      'analyze_market',
      { cpv: '45', supplierCity: 'Cluj-Napoca', dateFrom: '2025-01-01' },
      free,
    );
    assertShown(answer.totals, (await get('/api/seap/cpv/45/analysis')).data.totals);
    assert.deepEqual([answer.topSuppliers, answer.concentration, answer.children], [null, null, null]);
    assert.ok(answer.notes.some((note: string) => /With Pro: the largest suppliers/.test(note)));
    assert.ok(answer.notes.some((note: string) => /had no effect: dateFrom, supplierCity/.test(note)));
  });

  test('a company shows its sums, but not its main codes', async () => {
    const answer = await ask('analyze_procurement', { cui: supplier }, free);
    assert.equal(answer.sides[0].mix, null);
    assert.ok(answer.notes.some((note: string) => /is part of Pro: its main purchases/.test(note)));
  });

  test('documents show neither signers nor excerpts', async () => {
    const [open, closed] = [
      await ask('list_tender_documents', { notice }),
      await ask('list_tender_documents', { notice }, free),
    ];
    const names = open.documents.flatMap((row: { signatures: { signer: { name: string } | null }[] }) =>
      row.signatures.flatMap(({ signer }) => signer?.name ?? []),
    );
    assert.ok(names.length > 0 && open.documents.some(({ excerpt }: { excerpt: string | null }) => excerpt !== null));
    const text = JSON.stringify(closed);
    for (const name of names) assert.ok(!text.includes(name));
    for (const row of closed.documents) {
      assert.equal(row.excerpt, null);
      for (const { signer } of row.signatures) assert.equal(signer, null);
    }
    assert.ok(closed.notes.some((note: string) => /With Pro: signers/.test(note)));
  });
});

test('the largest answers stay within their byte limits', async () => {
  for (const cpv of ['1', '2', '3', '4', '5', '7', '9', '33', '45']) {
    const { content } = await pro.call('analyze_market', { cpv });
    assert.ok(Buffer.byteLength(content[0]?.text ?? '') <= USUAL, cpv);
  }
  const { content } = await pro.call('read_tender_document', { documentId: DOCUMENT, characters: 30_000 });
  assert.ok(Buffer.byteLength(content[0]?.text ?? '') <= MOST);
});

test('the annotations of each tool tell whether it queues a collection', async () => {
  const response = await pro.post('tools/list');
  const { result } = (await response.json()) as {
    result: { tools: { name: string; annotations: Record<string, boolean>; outputSchema: object }[] };
  };
  const queues = [
    'list_tender_documents',
    'search_tender_documents',
    'read_tender_document',
    'compare_tender_versions',
  ];
  for (const { name } of procurementTools) {
    const listed = result.tools.find((one) => one.name === name);
    assert.equal(listed?.annotations.readOnlyHint, !queues.includes(name), name);
    assert.equal(listed?.annotations.destructiveHint, false);
    assert.ok(listed?.outputSchema);
  }
});
