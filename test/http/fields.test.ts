/** The parameter `fields`: chosen columns of every operation that answers a record, under the caller’s own rights. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Example, Operation } from '#api/endpoint.ts';
import { FIELDS_MAX, fieldNames, selectableFields } from '#api/fields.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

let service: SmallService;
let cookie: string;
before(async () => {
  service = await smallService();
  cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
});
after(() => service.close());

const COMPANY = `/api/company/${companyCui(1)}`;

const send = async (path: string, more: { headers?: Record<string, string>; body?: unknown } = {}) => {
  const { headers = { 'x-api-key': DEMO_KEY }, body } = more;
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answered = await ask(service.port, { path, ...sent, headers: { ...headers, ...json } });
  return { ...answered, body: answered.text === '' ? null : JSON.parse(answered.text) };
};

const visitor = () => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } });

/** The first example of an operation, with additional query parameters. */
function exampleOf({ declaration }: Operation, more: Record<string, string>): [string, { body?: unknown }] {
  const { params = {}, query = {}, body }: Partial<Example> = declaration.examples[0] ?? {};
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const requested = String(new URLSearchParams({ ...query, ...more }));
  return [requested === '' ? path : `${path}?${requested}`, body === undefined ? {} : { body }];
}

const taking = (): Operation[] => service.operations.filter(({ declaration }) => selectableFields(declaration));

/** The value of the whole answer at a dotted path. */
function found(record: unknown, name: string): unknown {
  let here = record as Record<string, unknown> | null | undefined;
  for (const step of name.split('.')) here = here?.[step] as typeof here;
  return here ?? null;
}

test('look-ups and the batch take fields, lists and files do not', () => {
  const ids = taking().map(({ id }) => id);
  for (const id of ['getCompany', 'getCompanies', 'getBalance', 'getHealth', 'getPerson', 'getTender', 'getContract'])
    assert.ok(ids.includes(id), id);
  assert.ok(ids.includes('getDecision'));
  for (const { id, declaration } of service.operations)
    if (declaration.file || (declaration.data.type === 'array' && id !== 'getCompanies'))
      assert.ok(!ids.includes(id), id);
});

test('no operation declares a parameter named fields or lang', () => {
  for (const { id, declaration } of service.operations)
    assert.deepEqual(
      ['fields', 'lang'].filter((name) => name in (declaration.query?.properties ?? {})),
      [],
      id,
    );
});

test('every field can be chosen, and comes flat under its name with the value of the whole answer', async () => {
  for (const operation of taking()) {
    const { id, declaration } = operation;
    const { record } = declaration;
    const known = fieldNames(declaration);
    assert.ok(known.length > 0, id);
    const [address, sent] = exampleOf(operation, {});
    const whole = await send(address, sent);
    for (let i = 0; i < known.length; i += FIELDS_MAX) {
      // In reverse, to check that the answer follows the caller’s order.
      const names = known.slice(i, i + FIELDS_MAX).reverse();
      const [path, same] = exampleOf(operation, { fields: names.join(',') });
      const { status, headers, body } = await send(path, same);
      assert.equal(status, 200, `${path} ${JSON.stringify(body?.error)}`);
      assert.notEqual(headers.etag, whole.headers.etag, id);
      const rows = record === undefined ? [body.data] : body.data;
      const wholeRows = record === undefined ? [whole.body.data] : whole.body.data;
      assert.equal(rows.length, wholeRows.length, id);
      rows.forEach((row: Record<string, unknown>, n: number) => {
        assert.deepEqual(Object.keys(row), names, id);
        for (const [name, value] of Object.entries(row)) {
          assert.ok(value === null || typeof value !== 'object', `${id} ${name}`);
          if (ITSELF.has(id)) continue;
          const own = found(wholeRows[n], name);
          assert.deepEqual(
            value,
            own ?? (record === undefined ? null : found(wholeRows[n][record], name)),
            `${id} ${name}`,
          );
        }
      });
      assert.deepEqual(Object.keys(body.meta), Object.keys(whole.body.meta), id);
    }
  }
});

/** Operations whose answers change with every request. */
const ITSELF = new Set(['getStatus', 'getAccountUsage']);

test('a field with several values is refused with the names of its members', async () => {
  for (const [field, problem] of [
    ['fiscalAddress', /has several members; choose among fiscalAddress\.street, fiscalAddress\.number/],
    ['administrators', /choose among administrators\.0\.personId/],
    ['authorizedCaenCodes', /choose among authorizedCaenCodes\.0/],
    ['administrators.0', /choose among administrators\.0\.personId/],
    ['provenance', /choose among provenance/],
  ] as const) {
    const { status, body } = await send(`${COMPANY}?fields=cui,${field}`);
    assert.equal(status, 400, field);
    assert.match(body.error.details[0].problem, problem);
  }
});

test('an unknown field is refused with similar names, in the caller’s language', async () => {
  for (const [query, problem] of [
    ['fields=cui,nme', /names nme, which is not a field of this answer; did you mean name/],
    ['fields=address.locality', /did you mean .*headquartersAddress\.locality, fiscalAddress\.locality/],
    ['fields=vatregistered', /did you mean vatRegistered/],
    ['fields=zzzzzzzz', /its fields are cui, name, .* …/],
    ['fields=zzzzzzzz&lang=ro', /conține zzzzzzzz, care nu este un câmp al răspunsului; câmpurile sunt cui/],
    ['fields=__proto__', /is not a field/],
    ['fields=constructor.name', /is not a field/],
    ['fields=administrators.name', /did you mean .*administrators\.0\.name/],
    ['fields=administrators.01.name', /is not a field/],
    ['fields=cui.0', /is not a field/],
    ['fields=', /must name fields, separated by commas/],
    ['fields', /must name fields/],
    ['fields=cui,,name', /must name fields/],
    ['fields=cui,', /must name fields/],
    ['fields=cui,name,cui', /names cui twice/],
    ['fields=cui&fields=name', /is sent twice/],
    [`fields=${'a'.repeat(3_000)}`, /names a{60},/],
    [`fields=${Array.from({ length: FIELDS_MAX + 1 }, (_, i) => `f${i}`).join(',')}`, /accepts at most 50 fields/],
  ] as const) {
    const { status, body } = await send(`${COMPANY}?${query}`);
    assert.equal(status, 400, query.slice(0, 80));
    assert.equal(body.error.code, 'INVALID_PARAMETER');
    assert.equal(body.error.details[0].name, 'fields');
    assert.match(body.error.details[0].problem, problem);
  }
});

test('a list refuses fields as an unknown parameter', async () => {
  const { status, body } = await send(`${COMPANY}/timeline?fields=date`);
  assert.equal(status, 400);
  assert.match(body.error.details[0].problem, /does not exist/);
});

test('blanks around names are ignored, and an index beyond the end of a list is null', async () => {
  const { body } = await send(`${COMPANY}?fields=cui,%20name+,administrators.7.name,administrators.0.role`);
  assert.deepEqual(Object.keys(body.data), ['cui', 'name', 'administrators.7.name', 'administrators.0.role']);
  assert.equal(body.data['administrators.7.name'], null);
  assert.equal(typeof body.data['administrators.0.role'], 'string');
});

test('a batch takes company fields without a prefix, and the fields of its own rows', async () => {
  const body = { cuis: [companyCui(1), 'x', companyCui(1)] };
  const answered = await send('/api/company/batch?fields=input,cui,name,company.name,error.code', { body });
  assert.equal(answered.status, 200);
  const name = 'FIRMA INVENTATA 2 SRL';
  const row = { input: companyCui(1), cui: companyCui(1), name, 'company.name': name, 'error.code': null };
  const wrong = { input: 'x', cui: null, name: null, 'company.name': null, 'error.code': 'INVALID_PARAMETER' };
  assert.deepEqual(answered.body.data, [row, wrong, row]);
});

test('answers with other fields have other ETags, and the same fields give a 304', async () => {
  const path = `${COMPANY}?fields=cui,name`;
  const tag = String((await send(path)).headers.etag);
  const headers = { 'x-api-key': DEMO_KEY, 'if-none-match': tag };
  assert.equal((await send(path, { headers })).status, 304);
  for (const other of [COMPANY, `${COMPANY}?fields=name,cui`, `${COMPANY}?fields=cui`])
    assert.equal((await send(other, { headers })).status, 200, other);
});

test('a visitor may choose fields of the preview; a Pro field is refused with a reason', async () => {
  const visible = await send(`${COMPANY}/health?fields=year,verdict.code`, visitor());
  assert.equal(visible.status, 200);
  assert.deepEqual(Object.keys(visible.body.data), ['year', 'verdict.code']);
  assert.equal(visible.body.meta.preview, true);
  assert.equal(visible.body.meta.ignored, undefined);
  const refused = await send(`${COMPANY}/health?fields=year,ratios.0.value`, visitor());
  assert.equal(refused.status, 400);
  assert.match(
    refused.body.error.details[0].problem,
    /names ratios\.0\.value, which is part of Pro; without Pro the fields are year/,
  );
});

test('a request without a key gets a 401 before its fields are checked', async () => {
  assert.equal((await send(`${COMPANY}?fields=nothing`, { headers: {} })).status, 401);
});

test('chosen fields of a hidden person are null', async () => {
  const path = `${COMPANY}?fields=administrators.0.name,administrators.0.personId`;
  const before = (await send(path)).body.data;
  assert.equal(typeof before['administrators.0.name'], 'string');
  const { 'administrators.0.name': name, 'administrators.0.personId': person_id } = before;
  await hidePerson(service.store.state, { person_id, name, reason: null, hidden_at: new Date().toISOString() });
  await until('the person is hidden', async () => (await send(path)).body.data['administrators.0.name'] === null);
  const { body } = await send(path);
  assert.deepEqual(body.data, { 'administrators.0.name': null, 'administrators.0.personId': null });
});
