/** Reader requests answered by an operator’s commands, in another process beside a running service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcasePerson } from '#demo-country/showcase.ts';
import { firmoteca } from '#test/support/cli.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';
import { sendForm } from '#test/support/web-form.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const run = (...args: string[]) =>
  firmoteca(args, { FIRMOTECA_DATA: service.place.folder, FIRMOTECA_COUNTRY: 'demo', FIRMOTECA_REQUESTS_DAYS: '30' });
const requests = (...args: string[]) => run('requests', ...args);

interface Listed {
  id: string;
  kind: string;
  state: string;
  subject: string | null;
  concerned: string;
  answer: string | null;
}

const entries = async (...more: string[]): Promise<Listed[]> =>
  (await requests('list', '--json', ...more)).json() as Listed[];

/** The address of the request page to which a form leads. */
const sent = async (path: string, fields: Record<string, string>): Promise<string> =>
  String((await sendForm(service.port, path, fields)).headers.location);

const pageOf = async (location: string): Promise<string> =>
  (await ask(service.port, { path: location, headers: { accept: 'text/html' } })).text;

const person = async (): Promise<{ id: string }[]> => {
  const path = `/api/search/people?q=${encodeURIComponent(showcasePerson.name)}`;
  return JSON.parse((await ask(service.port, { path, headers: { 'x-api-key': DEMO_KEY } })).text).data;
};

interface Finding {
  check: string;
  state: string;
  found: string;
}

const doctor = async (): Promise<Finding | undefined> => {
  const { findings } = (await run('doctor', '--json')).json() as { findings: Finding[] };
  return findings.find(({ check }) => check === 'requests of readers');
};

test('an empty list is reported by the command and by doctor', async () => {
  assert.equal((await requests('list')).stdout, 'No open requests.\n');
  assert.deepEqual(await doctor(), { check: 'requests of readers', state: 'ok', found: 'none is open', advice: null });
});

test('an error report is listed, shown and answered; its sender reads the answer, and it leaves the list', async () => {
  const record = `company:${companyCui(0)}`;
  const location = await sent('/semnaleaza', { record, what: 'Adresa este veche.', mail: 'ana@example.ro' });
  const [row] = await entries();
  assert.deepEqual([row?.kind, row?.state, row?.concerned], ['error', 'open', record]);
  const id = row?.id ?? '';
  assert.match((await requests('list')).stdout, new RegExp(`^${id}  error  open     20[0-9-]+  ${record}\n$`));
  assert.match((await requests('show', id)).stdout, /reason: Adresa este veche\.\nmail: ana@example\.ro/);
  const waiting = await doctor();
  assert.equal(waiting?.state, 'warning');
  assert.match(waiting?.found ?? '', /^1 wait, the first since 20/);
  const done = await requests('answer', id, '--text', 'Am corectat adresa.');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /for 30 days.*No mail was sent; the sender left ana@example\.ro/);
  assert.ok((await pageOf(location)).includes('Am corectat adresa.'));
  assert.deepEqual(await entries(), []);
  assert.deepEqual(
    (await entries('--all')).map(({ state, answer }) => [state, answer]),
    [['done', 'Am corectat adresa.']],
  );
  assert.equal((await requests('delete', id)).code, 0);
  assert.equal((await requests('delete', id)).code, 1);
  assert.ok((await pageOf(location)).includes('Nu există o cerere cu acest cod'));
});

test('a redaction request is granted by one command, and the person disappears from every answer', async () => {
  const [found] = await person();
  const location = await sent('/date-personale', {
    name: showcasePerson.name,
    concerned: companyCui(0),
    reason: 'Cer ascunderea.',
  });
  const [row] = await entries();
  assert.equal(row?.subject, showcasePerson.name);
  const answered = await requests('answer', row?.id ?? '', '--text', 'Ascuns.', '--hide', found?.id ?? '', '--json');
  assert.deepEqual(answered.json(), { id: row?.id, state: 'done', hidden: found?.id });
  await until('the person is redacted', async () => (await person()).length === 0);
  const [hidden] = (await run('people', 'list', '--json')).json() as { id: string; reason: string }[];
  assert.deepEqual([hidden?.id, hidden?.reason], [found?.id, `request ${row?.id}`]);
  assert.ok((await pageOf(location)).includes('Rezolvată'));
});

test('a refusal is stated on the page of the request', async () => {
  const location = await sent('/en/privacy', { name: 'X', concerned: 'Y', reason: 'Z' });
  const [row] = await entries();
  const id = row?.id ?? '';
  const done = (await requests('answer', id, '--text', 'We found nobody.', '--refused', '--json')).json();
  assert.deepEqual(done, { id, state: 'refused', hidden: null });
  assert.match(await pageOf(location), /Refused.*We found nobody\./s);
});

test('invalid arguments are reported and change nothing', async () => {
  await sent('/semnaleaza', { record: `company:${companyCui(0)}`, what: 'x' });
  const [row] = await entries();
  const id = row?.id ?? '';
  const cases: [string[], RegExp][] = [
    [['answer', id], /Say what its sender is to read/],
    [['answer', id, '--text', 'x'.repeat(2_001)], /2000 characters at most/],
    [['answer', 'nothing', '--text', 'x'], /There is no request nothing/],
    [['answer', id, '--text', 'x', '--hide', `d${'0'.repeat(21)}`], /does not ask to hide a person/],
    [['show', 'nothing'], /There is no request nothing/],
    [['explode'], /Say list, show, answer, delete/],
    [[], /Say list/],
    [['show', id, 'more'], /Say list/],
  ];
  for (const [args, result] of cases) {
    const { code, stderr } = await requests(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, result);
  }
  await sent('/date-personale', { name: 'A', concerned: 'B', reason: 'C' });
  const hide = (await entries()).find(({ kind }) => kind === 'hide')?.id ?? '';
  for (const [args, result] of [
    [['--hide', 'nobody'], /is no identifier of a person/],
    [['--hide', `d${'0'.repeat(21)}`], /The data has no person/],
    [['--hide', `d${'0'.repeat(21)}`, '--refused'], /not both/],
  ] as [string[], RegExp][]) {
    const { code, stderr } = await requests('answer', hide, '--text', 'x', ...args);
    assert.equal(code, 2);
    assert.match(stderr, result);
  }
  assert.deepEqual(
    (await entries()).map(({ state }) => state),
    ['open', 'open'],
  );
});
