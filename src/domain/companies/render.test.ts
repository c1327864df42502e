import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ajv } from '#api/ajv.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { Company } from './company.ts';
import type { CompanyFacts, FirmRow, Names, ShareholderRow } from './facts.ts';
import { renderCompany, renderDocument } from './render.ts';
import { firm as firmTable, shareholder as shareholderTable } from './tables.ts';

const noColumn: Partial<FirmRow> = Object.fromEntries(Object.keys(firmTable.columns).map((column) => [column, null]));
const firm = {
  ...noColumn,
  id: 1,
  cui: 90_000_014,
  name: 'FIRMA "EXEMPLU" SRL',
  registration_number: 'J2002008118400',
  registered_on: '2002-08-01',
  euid: 'ROONRC.J40/8118/2002',
  legal_form: 'SRL',
  country: 'România',
  county: 'București',
  locality: 'București Sectorul 6',
  street: 'Str. Fictivă',
  number: '16',
  building: '84',
  apartment: '65',
  sector: '6',
  county_slug: 'bucuresti',
} as FirmRow;

const names: Names = {
  status: (code) => ({ '1048': 'funcțiune', '1107': 'insolvență' })[code] ?? null,
  caen: (revision, code) =>
    code === '4711' || (code === '6210' && revision === 'rev3') ? `${revision} ${code}` : null,
  hasHistory: true,
  asOf: { registry: '2026-11-01', shareholders: null, debts: null },
};

const facts: CompanyFacts = {
  cui: '90000014',
  registry: {
    firm,
    statuses: ['1048'],
    statusChanges: [],
    activities: [
      { code: '4711', revision: 'rev3' },
      { code: '4711', revision: 'rev2' },
    ],
    officers: [
      { person_id: 'p1', name: 'POPESCU ION', title: 'administrator', kind: 'person', cui: null },
      { person_id: 'c1', name: 'EXEMPLU INSOLV IPURL', title: 'lichidator', kind: 'company', cui: null },
    ],
    officersSince: [{ person_id: 'p1', title: 'administrator', since: '2026-08-01' }],
    branches: [],
    formerNames: [
      { name: 'PRIMA SRL', until: '2026-02-01' },
      { name: 'A DOUA SRL', until: '2026-05-01' },
    ],
  },
  fiscal: null,
  shareholders: null,
  debt: undefined,
  filedActivity: { code: '4711', revision: 'rev2' },
};

const record = {
  cui: '90000014',
  day: '2026-11-15',
  name: 'FIRMA EXEMPLU SRL',
  vatPeriods: [],
  vatRegistered: false,
} as unknown as FiscalRecord;
const fiscal = (more: Partial<FiscalRecord>) => ({
  record: { ...blank, ...record, ...more },
  fetchedAt: '2026-11-15T10:00:00.000Z',
});
const blank = Object.fromEntries(
  [
    'address',
    'registrationNumber',
    'phone',
    'fax',
    'postalCode',
    'registrationState',
    'registeredOn',
    'caenCode',
    'iban',
    'eFacturaRegistered',
    'eFacturaSince',
    'fiscalAuthority',
    'ownershipForm',
    'organizationForm',
    'legalForm',
    'cashBasisVat',
    'cashBasisVatStart',
    'cashBasisVatEnd',
    'splitVat',
    'splitVatStart',
    'splitVatEnd',
    'inactive',
    'inactiveSince',
    'reactivatedSince',
    'inactivePublishedOn',
    'deregisteredOn',
    'headquartersAddress',
    'fiscalAddress',
  ].map((name) => [name, null]),
) as unknown as FiscalRecord;
const nobody: ReadonlySet<string> = new Set();
const isCompany = ajv.compile(Company);

test('a rendered company matches the documented schema, with and without each source', () => {
  for (const one of [facts, { ...facts, fiscal: fiscal({}) }, { ...facts, registry: null, fiscal: fiscal({}) }]) {
    const company = renderCompany(one, names, nobody);
    assert.ok(isCompany(company), ajv.errorsText(isCompany.errors));
  }
});

test('before a query to the tax authority its facts are unknown, not false', () => {
  const company = renderCompany(facts, names, nobody);
  assert.equal(company.vatRegistered, null);
  assert.equal(company.vatStatus, 'unknown');
  assert.equal(company.vatPeriods, null);
  assert.equal(company.inactive, null);
  assert.equal(company.shareholders, null);
});

test('the same facts give the same bytes and ETag, and other facts give another ETag', () => {
  const one = renderDocument(facts, names, nobody);
  assert.deepEqual(renderDocument(facts, names, nobody), one);
  assert.notEqual(renderDocument({ ...facts, fiscal: fiscal({}) }, names, nobody).etag, one.etag);
});

/** Columns of a firm without an effect on its answer, with the reason. */
const unshown: Readonly<Record<string, string>> = {
  id: 'joins the tables',
  cui: 'the answer has the fiscal code that was asked for',
  county_slug: 'computed for lists, from the county',
  address_key: 'computed for companies of one address',
  sort_key: 'computed for the order of names',
};

test('every stored column of a firm changes its answer, or is listed with the reason why not', () => {
  const { registry } = facts;
  assert.ok(registry);
  const { etag } = renderDocument(facts, names, nobody);
  const ignored = Object.keys(firmTable.columns).filter((column) => {
    // Postal codes that are not six digits are not shown.
    const value = column === 'postal_code' ? '040101' : 'J2003000001400';
    const changed = { ...facts, registry: { ...registry, firm: { ...firm, [column]: value } } };
    return renderDocument(changed, names, nobody).etag === etag;
  });
  assert.deepEqual(ignored.toSorted(), Object.keys(unshown).toSorted());
});

test('every stored column of a shareholder changes its answer, or is listed with the reason why not', () => {
  const holder = {
    person_id: 'p1',
    name: 'A',
    kind: 'person' as const,
    holder_cui: null,
    country: null,
    percent: null,
    since: null,
  };
  const rendered = (row: ShareholderRow) => renderDocument({ ...facts, shareholders: [row] }, names, nobody).etag;
  const ignored = Object.keys(shareholderTable.columns).filter(
    (column) => rendered({ ...holder, [column]: 7 }) === rendered(holder),
  );
  // The key of the company, and the order of holders, which the queries give.
  assert.deepEqual(ignored, ['cui', 'sort_key']);
});

test('without two compared snapshots former names are unknown, not none', () => {
  assert.equal(renderCompany(facts, { ...names, hasHistory: false }, nobody).formerNames, null);
  assert.equal(renderCompany(facts, names, nobody).formerNames?.length, 2);
});

test('the main activity is the filed one, whatever the tax authority reports', () => {
  const company = renderCompany({ ...facts, fiscal: fiscal({ caenCode: '6210' }) }, names, nobody);
  assert.deepEqual([company.caenCode, company.caenRevision], ['4711', 'rev2']);
  assert.deepEqual(company.provenance.caenCode, { source: 'anaf', asOf: null });
  assert.deepEqual(
    company.activities?.map(({ main }) => main),
    [false, true],
  );
});

test('a company that never filed has its only registered activity', () => {
  const company = renderCompany({ ...facts, filedActivity: null, fiscal: fiscal({ caenCode: '6210' }) }, names, nobody);
  assert.deepEqual([company.caenCode, company.caenRevision], ['4711', 'rev3']);
  assert.deepEqual(company.provenance.caenCode, { source: 'onrc', asOf: '2026-11-01' });
});

test('the tax authority selects the main of several registered activities; a code of unknown revision is omitted', () => {
  const registry = facts.registry && {
    ...facts.registry,
    activities: ['4711', '4671'].map((code) => ({ code, revision: 'rev2' })),
  };
  const activity = (caenCode: string) => {
    const company = renderCompany(
      { ...facts, registry, filedActivity: null, fiscal: fiscal({ caenCode }) },
      names,
      nobody,
    );
    return [company.caenCode, company.caenRevision];
  };
  assert.deepEqual(activity('4671'), ['4671', 'rev2']);
  assert.deepEqual(activity('6210'), ['6210', 'rev3']);
  assert.deepEqual(activity('8411'), ['8411', 'rev3']);
  assert.deepEqual(activity('4672'), [null, null]);
  assert.deepEqual(activity('9999'), [null, null]);
});

test('a canceled VAT registration differs from a registration that never existed', () => {
  const period = { start: '2010-01-01', end: '2020-01-01', canceledAt: '2020-01-01', message: null };
  assert.equal(
    renderCompany({ ...facts, fiscal: fiscal({ vatPeriods: [period] }) }, names, nobody).vatStatus,
    'canceled',
  );
  assert.equal(renderCompany({ ...facts, fiscal: fiscal({}) }, names, nobody).vatStatus, 'notRegistered');
});

test('a corporate administrator is not a person, and a hidden person has no name', () => {
  const [person, company] = renderCompany(facts, names, nobody).administrators ?? [];
  assert.deepEqual(
    [person?.personId, person?.since, company?.personId, company?.kind],
    ['p1', '2026-08-01', null, 'company'],
  );
  const [hidden] = renderCompany(facts, names, new Set(['p1'])).administrators ?? [];
  assert.deepEqual([hidden?.name, hidden?.personId, hidden?.gdprHidden], [null, null, true]);
});

test('duplicates in the registry are rendered once', () => {
  const { registry } = facts;
  assert.ok(registry);
  const twice = <Row>(rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, structuredClone(row)]);
  const branch = { kind: 'sucursală', name: 'EXEMPLU WIEN', euid: 'ATBRA.1', fiscal_code: 'ATU1', country: 'Austria' };
  const once = { ...facts, registry: { ...registry, branches: [branch] } };
  const repeated: CompanyFacts = {
    ...facts,
    registry: {
      ...registry,
      statuses: twice(registry.statuses),
      activities: twice(registry.activities),
      officers: twice(registry.officers),
      branches: twice([branch]),
    },
  };
  assert.deepEqual(renderCompany(repeated, names, nobody), renderCompany(once, names, nobody));
});

test('two titles of one officer are two entries', () => {
  const { registry } = facts;
  assert.ok(registry);
  const officers = registry.officers.flatMap((officer) => [officer, { ...officer, title: 'lichidator judiciar' }]);
  const { administrators } = renderCompany({ ...facts, registry: { ...registry, officers } }, names, nobody);
  assert.equal(administrators?.length, 4);
});

test('former names are listed newest first, and the address is one line', () => {
  const company = renderCompany(facts, names, nobody);
  assert.deepEqual(
    company.formerNames?.map((one) => one.name),
    ['A DOUA SRL', 'PRIMA SRL'],
  );
  assert.equal(company.address, 'Str. Fictivă nr. 16, bl. 84, ap. 65, sector 6, București Sectorul 6, jud. București');
});

test('a status has the snapshot since which it exists, or null if it always existed', () => {
  const registry = facts.registry;
  assert.ok(registry);
  const changed = {
    ...registry,
    statuses: ['1048', '1053', '1107'],
    statusChanges: [
      { day: '2026-08-01', before: '1048', after: '1048,1107' },
      { day: '2026-02-01', before: '1048', after: '1048,1107' },
      { day: '2026-05-01', before: '1048,1107', after: '1048' },
      { day: '2026-09-01', before: '1048,1107', after: '1048,1053,1107' },
    ],
  };
  const { onrcStatuses } = renderCompany({ ...facts, registry: changed }, names, new Set());
  assert.deepEqual(
    onrcStatuses?.map(({ code, since }) => [code, since]),
    [
      ['1048', null],
      ['1053', '2026-09-01'],
      ['1107', '2026-08-01'],
    ],
  );
});
