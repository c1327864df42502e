/** The privacy page, its request form, and the page with the answer to a request, over real sockets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcasePerson } from '#demo-country/showcase.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { answerRequest, deleteRequest, requestRows } from '#platform/privacy/requests-table.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { sendForm } from '#test/support/web-form.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ config: { contact: 'date@example.ro', requestsDays: 30 } });
});
after(() => service.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(service.port, { path, headers: { accept: 'text/html', ...headers } });

const HOSTILE = `"><script>alert('Ș')</script><b onmouseover=x>`;
const fields = {
  name: 'Popescu Ion',
  concerned: 'CUI 90000014',
  reason: 'Nu mai sunt asociat.',
  mail: 'ion@example.ro',
};

const rows = () => requestRows(service.store.state, { all: true });
const clear = async () => {
  for (const { id } of await rows()) await deleteRequest(service.store.state, id);
};

test('the page states sources, legal basis, retention and contact in both languages', async () => {
  const ro = await get('/date-personale');
  assert.equal(ro.status, 200);
  for (const output of ['ONRC', 'data sau locul nașterii', 'art. 6 alin. 1 lit. f', '30 de', 'dataprotection.ro'])
    assert.ok(ro.text.includes(output), output);
  assert.ok(ro.text.includes('href="mailto:date@example.ro"'));
  const en = await get('/en/privacy');
  for (const output of ['Trade registry', 'date or place of birth', 'Art. 6(1)(f)', '30', 'sends no mail'])
    assert.ok(en.text.toLowerCase().includes(output.toLowerCase()), output);
  assert.ok(en.text.includes('hreflang="ro"') && en.text.includes('/date-personale'));
});

test('an installation without a contact setting shows no address', async () => {
  const silent = await smallService();
  const { text } = await ask(silent.port, { path: '/date-personale' });
  await silent.close();
  assert.ok(text.includes('nu a publicat o adresă'));
  assert.ok(!text.includes('mailto:'));
});

test('a link from the page of a person fills in the name, and an unknown person fills in none', async () => {
  const found = await ask(service.port, {
    path: `/api/search/people?q=${encodeURIComponent(showcasePerson.name)}`,
    headers: { 'x-api-key': DEMO_KEY },
  });
  const { id } = JSON.parse(found.text).data[0];
  const { text } = await get(`/date-personale?person=${id}`);
  assert.ok(text.includes(`value="${showcasePerson.name}"`));
  assert.ok(text.includes(`/persoana/${id}</textarea>`));
  assert.match(text, /<form class="ask" method="post" action="\/date-personale">/);
  for (const other of ['x', `d${'0'.repeat(21)}`, encodeURIComponent(HOSTILE)]) {
    const page = await get(`/date-personale?person=${other}`);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes('id="name"') && !page.text.includes(showcasePerson.name));
    assert.ok(!page.text.includes('<script>alert'));
  }
});

test('a request is stored, and its sender is redirected to a page that only the token opens', async () => {
  const sent = await sendForm(service.port, '/date-personale', fields);
  assert.equal(sent.status, 303);
  const location = String(sent.headers.location);
  assert.match(location, /^\/cerere\?token=[A-Za-z0-9_-]{32}&sent=1$/);
  const [row] = await rows();
  assert.deepEqual(
    [row?.kind, row?.subject, row?.concerned, row?.reason, row?.mail, row?.language, row?.state],
    ['hide', fields.name, fields.concerned, fields.reason, fields.mail, 'ro', 'open'],
  );
  const page = await get(location);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes('Cererea a ajuns') && page.text.includes('Așteaptă răspuns'));
  assert.equal(page.headers['x-robots-tag'], 'noindex');
  assert.ok(
    !page.text.includes(fields.name) && !page.text.includes(fields.mail),
    'the page does not repeat the personal data',
  );
  await answerRequest(service.store.state, row?.id ?? '', {
    state: 'done',
    answer: `Am ascuns numele. ${HOSTILE}`,
    at: new Date().toISOString(),
  });
  const answered = await get(location.replace('/cerere', '/en/request'));
  assert.ok(answered.text.includes('Done') && answered.text.includes('Am ascuns numele. &quot;&gt;&lt;script&gt;'));
  assert.ok(!answered.text.includes('<script>alert'));
  await clear();
});

test('the sender deletes a request with its token, and an unknown token is 404', async () => {
  const location = String((await sendForm(service.port, '/en/privacy', fields)).headers.location);
  const token = new URLSearchParams(location.split('?')[1]).get('token') ?? '';
  const wrong = await sendForm(service.port, '/en/request', { token: `${token}x` });
  assert.equal(wrong.status, 404);
  assert.equal((await rows()).length, 1);
  const gone = await sendForm(service.port, '/en/request', { token });
  assert.equal(gone.status, 303);
  assert.ok((await get(String(gone.headers.location))).text.includes('The request was deleted'));
  assert.deepEqual(await rows(), []);
  for (const path of [
    location,
    '/cerere?token=x',
    `/cerere?token=${'x'.repeat(5_000)}`,
    `/cerere?token=${encodeURIComponent(HOSTILE)}`,
  ]) {
    const page = await get(path);
    assert.equal(page.status, 404);
    assert.ok(!page.text.includes('<script>alert'));
  }
  assert.equal((await get('/cerere')).status, 200);
});

test('an invalid field has its error beside it, and the form keeps its input, escaped', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...fields, name: '  ' }, /id="name-error">.*Completați acest câmp/],
    [{ ...fields, reason: '' }, /id="reason-error">.*Completați/],
    [{ ...fields, name: 'x'.repeat(201) }, /id="name-error">.*prea lung/],
    [{ ...fields, mail: 'not a mail' }, /id="mail-error">.*Verificați/],
    [{ ...fields, reason: 'x'.repeat(2_001) }, /id="reason-error">.*prea lung/],
  ];
  for (const [wrong, result] of cases) {
    const { status, text } = await sendForm(service.port, '/date-personale', wrong);
    assert.equal(status, 400);
    assert.match(text, result);
    assert.match(text, /aria-invalid="true"/);
    assert.ok(text.includes('CUI 90000014</textarea>'));
  }
  const hostile = await sendForm(service.port, '/date-personale', {
    ...fields,
    concerned: HOSTILE,
    name: HOSTILE,
    reason: '',
  });
  assert.equal(hostile.status, 400);
  assert.ok(!hostile.text.includes('<script>alert') && !hostile.text.includes('<b onmouseover'));
  assert.ok(hostile.text.includes('&quot;&gt;&lt;script&gt;'));
  assert.deepEqual(await rows(), []);
});

test('a filled honeypot field is refused with an explanation, and no request is stored', async () => {
  const { status, text } = await sendForm(service.port, '/date-personale', {
    ...fields,
    website: 'http://spam.example',
  });
  assert.equal(status, 400);
  assert.ok(text.includes('un câmp care trebuie lăsat gol'));
  assert.deepEqual(await rows(), []);
});

test('control characters are removed from the input', async () => {
  const sent = await sendForm(service.port, '/date-personale', {
    ...fields,
    name: 'Ion\u0000 \u001b[31mPopescu\u202e',
    reason: 'unu\r\ndoi',
  });
  assert.equal(sent.status, 303);
  const [row] = await rows();
  assert.deepEqual([row?.subject, row?.reason], ['Ion [31mPopescu', 'unu\ndoi']);
  await clear();
});

test('the sixth request of an address is refused with the time to wait, and the form keeps its input', async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const counted = await smallService({ limits });
  const statuses: number[] = [];
  let last = '';
  for (let i = 0; i < 6; i++) {
    const { status, text } = await sendForm(counted.port, '/en/privacy', fields);
    statuses.push(status);
    last = text;
  }
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429]);
  assert.match(last, /Too many requests from your address.*You can send it in/s);
  assert.ok(last.includes('value="Popescu Ion"'));
  assert.equal((await requestRows(counted.store.state, { all: true })).length, 5);
  await counted.close();
});
