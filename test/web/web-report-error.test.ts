/** The form to report an error in a record: display of the record under the access of the reader, and storage of the report. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { showcasePerson } from '#demo-country/showcase.ts';
import { requestRows } from '#platform/privacy/requests-table.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { sendForm } from '#test/support/web-form.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let service: SmallService;
before(async () => {
  service = await smallService({ notices: [noticeRecord({ notice: 'CN1000077', title: `Pompe ${HOSTILE}` })] });
});
after(() => service.close());

const get = (path: string): Promise<Answered> => ask(service.port, { path, headers: { accept: 'text/html' } });
const page = (record: string, path = '/semnaleaza'): Promise<Answered> =>
  get(`${path}?${new URLSearchParams({ record })}`);
const COMPANY = `company:${companyCui(0)}`;

test('the page names its record and links it', async () => {
  const ro = await page(COMPANY);
  assert.equal(ro.status, 200);
  assert.ok(ro.text.includes(`<a href="/firma/${companyCui(0)}">FIRMA INVENTATA 1 SRL</a>`));
  assert.ok(ro.text.includes(`name="record" value="${COMPANY}"`));
  assert.equal(ro.headers['x-robots-tag'], 'noindex');
  const en = await page(COMPANY, '/en/report-error');
  assert.ok(en.text.includes('Report an error') && en.text.includes(`href="/en/company/${companyCui(0)}"`));
});

test('every kind of record has such a page; a record that needs Pro is named by its number', async () => {
  const people = await ask(service.port, {
    path: `/api/search/people?q=${encodeURIComponent(showcasePerson.name)}`,
    headers: { 'x-api-key': DEMO_KEY },
  });
  const decision = service.operations.find(({ id }) => id === 'getDecision')?.declaration.examples[0]?.params?.id;
  const article = service.operations.find(({ id }) => id === 'getPressArticle')?.declaration.examples[0]?.params?.slug;
  const { notice, contract, report } = showcaseProcurement;
  const named: [string, string | null][] = [
    [`person:${JSON.parse(people.text).data[0].id}`, JSON.parse(people.text).data[0].name],
    [`notice:${notice}`, 'Lucrări și pompe'],
    [`contract:${contract}`, null],
    [`report:${report}`, null],
    [`decision:${decision}`, null],
    [`article:${article}`, null],
    ['activity:4711', null],
    ['market:45', null],
    ['rate:EUR', null],
    ['iban:RO00TREZ', null],
    ['document:CN1000001-00001', null],
  ];
  for (const [record, name] of named) {
    const { status, text } = await page(record);
    assert.equal(status, 200, record);
    assert.ok(text.includes(`value="${record}"`), record);
    if (name !== null) assert.ok(text.includes(name), `${record} is named ${name}`);
  }
});

test('a hostile title of a record is escaped', async () => {
  const { status, text } = await page('notice:CN1000077');
  assert.equal(status, 200);
  assert.ok(text.includes('Pompe &lt;img src=x onerror=alert(1)&gt;'));
  assert.ok(!text.includes(HOSTILE));
});

test('an invalid kind or number is 400, and an unknown record 404', async () => {
  for (const record of [
    '',
    'company',
    'company:',
    'planet:1',
    'constructor:1',
    '__proto__:x',
    HOSTILE,
    `company:${HOSTILE}`,
    `x:${'1'.repeat(500)}`,
  ]) {
    const { status, text } = await page(record);
    assert.equal(status, 400, record);
    assert.ok(text.includes('Nu știm despre ce este vorba') && !text.includes('<form class="ask"'), record);
    assert.ok(!text.includes(HOSTILE));
  }
  for (const record of [`person:d${'0'.repeat(21)}`, 'notice:CN9999999', 'activity:9998']) {
    const { status, text } = await page(record);
    assert.equal(status, 404, record);
    assert.ok(text.includes('Nu avem această înregistrare'), record);
  }
});

test('a report is stored with its record and source, and its sender gets a page for the answer', async () => {
  const sent = await sendForm(service.port, '/semnaleaza', {
    record: COMPANY,
    what: 'Adresa este veche.',
    source: 'https://example.ro/sediu',
    mail: '',
  });
  assert.equal(sent.status, 303);
  const [row] = await requestRows(service.store.state, { all: true });
  assert.deepEqual(
    [row?.kind, row?.concerned, row?.reason, row?.source, row?.mail, row?.subject],
    ['error', COMPANY, 'Adresa este veche.', 'https://example.ro/sediu', null, null],
  );
  const { text } = await get(String(sent.headers.location));
  assert.ok(text.includes(`<a href="/firma/${companyCui(0)}">Firmă ${companyCui(0)}</a>`));
  assert.ok(text.includes('Așteaptă răspuns'));
});

test('a report without text, with an invalid source or without a valid record is not stored', async () => {
  const before = (await requestRows(service.store.state, { all: true })).length;
  const cases: [Record<string, string>, number][] = [
    [{ record: COMPANY, what: '' }, 400],
    [{ record: COMPANY, what: 'x', source: 'javascript:alert(1)' }, 400],
    [{ record: COMPANY, what: 'x'.repeat(2_001) }, 400],
    [{ record: 'planet:1', what: 'x' }, 400],
    [{ record: 'notice:CN9999999', what: 'x' }, 404],
    [{ what: 'x' }, 400],
  ];
  for (const [fields, status] of cases)
    assert.equal((await sendForm(service.port, '/en/report-error', fields)).status, status, JSON.stringify(fields));
  assert.equal((await requestRows(service.store.state, { all: true })).length, before);
});
