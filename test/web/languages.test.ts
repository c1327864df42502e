/** The language of API answers: by parameter or header, in `content-language`, in caches and in links to the next page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const HEALTH = `/api/company/${companyCui(1)}/health`;

const VERDICTS = {
  en: ['Solid', 'Fair', 'To be watched', 'In distress', 'Undetermined'],
  ro: ['Solidă', 'Acceptabilă', 'De urmărit', 'În dificultate', 'Nedeterminată'],
};

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answered = await ask(service.port, { path, headers: { 'x-api-key': DEMO_KEY, ...headers } });
  return { ...answered, body: answered.text === '' ? null : JSON.parse(answered.text) };
};

test('the parameter takes precedence over the header, and English is the default', async () => {
  for (const [path, header, language] of [
    [HEALTH, undefined, 'en'],
    [HEALTH, 'ro', 'ro'],
    [HEALTH, 'ro-RO,ro;q=0.9,en;q=0.8', 'ro'],
    [HEALTH, 'de,en;q=0.5', 'en'],
    [HEALTH, 'fr', 'en'],
    [HEALTH, '*', 'en'],
    [`${HEALTH}?lang=ro`, undefined, 'ro'],
    [`${HEALTH}?lang=ro`, 'en', 'ro'],
    [`${HEALTH}?lang=en`, 'ro', 'en'],
    [`${HEALTH}?l%61ng=ro`, undefined, 'ro'],
    [`${HEALTH}?lang=%72o`, undefined, 'ro'],
    [`${HEALTH}?%6Cang=%65n`, 'ro', 'en'],
  ] as const) {
    const { status, headers, body } = await get(path, header === undefined ? {} : { 'accept-language': header });
    assert.equal(status, 200);
    assert.equal(headers['content-language'], language, `${path} ${header}`);
    assert.match(String(headers.vary), /accept-language/);
    assert.ok(VERDICTS[language].includes(body.data.verdict.label), body.data.verdict.label);
  }
});

test('answers in two languages have different entity tags', async () => {
  const [english, romanian] = [await get(HEALTH), await get(`${HEALTH}?lang=ro`)];
  const tag = String(english.headers.etag);
  assert.notEqual(romanian.headers.etag, tag);
  assert.equal((await get(HEALTH, { 'if-none-match': tag })).status, 304);
  assert.equal((await get(HEALTH, { 'if-none-match': tag, 'accept-language': 'ro' })).status, 200);
});

test('an error is in the language of the caller, in both error formats', async () => {
  const { body, headers } = await get('/api/company/x', { 'accept-language': 'ro' });
  assert.equal(headers['content-language'], 'ro');
  assert.match(body.error.message, /^Parametrul cui din calea adresei trebuie să fie un cod fiscal/);
  assert.match(body.error.details[0].problem, /^trebuie să fie un cod fiscal/);
  const standard = await get('/api/company/x?lang=ro', { accept: 'application/problem+json' });
  assert.match(standard.body.title, /[ăîșț]/);
  assert.match(standard.body.detail, /^Parametrul/);
  const nowhere = await get('/api/nowhere?lang=ro');
  assert.equal(nowhere.headers['content-language'], 'ro');
});

test('an unsupported, an empty and a repeated language parameter are refused', async () => {
  for (const [query, problem] of [
    ['lang=fr', /must be one of en, ro/],
    ['lang=', /must be one of en, ro/],
    ['lang', /must be one of en, ro/],
    ['lang=RO', /must be one of en, ro/],
    ['lang=en&lang=en', /is sent twice/],
    ['lang=en&lang=ro', /is sent twice/],
  ] as const) {
    const { status, body } = await get(`${HEALTH}?${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.error.details[0].name, 'lang');
    assert.match(body.error.details[0].problem, problem, query);
  }
});

test('the link to the next page preserves the language parameter', async () => {
  const LIST = '/api/sicap/tenders/search?limit=1';
  const { body } = await get(`${LIST}&lang=ro`);
  const { next } = body.meta.page;
  if (next === null) assert.fail('There is no second page.');
  assert.match(next, /&lang=ro$/);
  assert.equal((await get(next)).headers['content-language'], 'ro');
  assert.doesNotMatch((await get(LIST)).body.meta.page.next, /lang/);
});
