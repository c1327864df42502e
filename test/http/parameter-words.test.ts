/** Error messages of common parameters: the same mistake has the same message in every operation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

interface Refusal {
  error: { code: string; message: string; details: { in: string; name: string; problem: string }[] };
}

async function ask(path: string): Promise<{ status: number; body: Refusal }> {
  const response = await fetch(service.origin + path, {
    headers: { 'x-api-key': DEMO_KEY },
  });
  return { status: response.status, body: (await response.json()) as Refusal };
}

/** Requests with the value in every parameter that matches, based on the first examples. */
function asking(isSuch: (name: string, schema: { pattern?: string }) => boolean, value: string): [string, string][] {
  return service.operations.flatMap(({ declaration: { path, examples, params, query } }) => {
    const [example] = examples;
    const location = (given: Record<string, string>): string =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
    const such = (schema: typeof params) =>
      Object.entries(schema?.properties ?? {}).flatMap(([name, one]) => (isSuch(name, one as object) ? [name] : []));
    return [
      ...such(params).map((name): [string, string] => [
        name,
        `${location({ ...example?.params, [name]: value })}?${new URLSearchParams(example?.query)}`,
      ]),
      ...such(query).map((name): [string, string] => [
        name,
        `${location(example?.params ?? {})}?${new URLSearchParams({ ...example?.query, [name]: value })}`,
      ]),
    ];
  });
}

test('a fiscal code of zeros has the same error message in every operation and in the batch', async () => {
  const sentence = 'A fiscal code has 1-10 digits, not only zeros, with or without RO in front.';
  for (const zero of ['0', '000', 'RO0']) {
    const requested = asking((name) => /^cui$|Cui$/.test(name), zero);
    assert.ok(requested.length > 15);
    for (const [name, path] of requested) {
      const { status, body } = await ask(path);
      assert.equal(status, 400, path);
      assert.equal(body.error.code, 'INVALID_PARAMETER', path);
      assert.equal(body.error.message, sentence, path);
      assert.deepEqual(
        body.error.details.map((detail) => detail.name),
        [name],
      );
    }
    const batch = await fetch(`${service.origin}/api/company/batch`, {
      method: 'POST',
      headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ cuis: [zero] }),
    });
    const { data } = (await batch.json()) as { data: { error: { code: string; message: string } }[] };
    assert.deepEqual(data[0]?.error, { code: 'INVALID_PARAMETER', message: sentence });
  }
});

const isDayParameter = (_: string, { pattern }: { pattern?: string }): boolean =>
  pattern === '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

test('a date in another format is refused by every operation, with the right format suggested', async () => {
  for (const [written, meant] of [
    ['15.11.2026', '2026-11-15'],
    ['15/11/2026', '2026-11-15'],
    ['5.1.2026', '2026-01-05'],
    ['2026-1-5', '2026-01-05'],
    ['2026/11/15', '2026-11-15'],
    ['20261115', '2026-11-15'],
    ['15-11-2026', '2026-11-15'],
    ['11/15/2026', '2026-11-15'],
    ['2026-11-15T10:00:00Z', '2026-11-15'],
    ['15.11.2026 10:30', '2026-11-15'],
  ] as const) {
    const requested = asking(isDayParameter, written);
    assert.ok(requested.length > 10);
    for (const [name, path] of requested) {
      const { status, body } = await ask(path);
      assert.equal(status, 400, path);
      assert.equal(body.error.code, 'INVALID_PARAMETER', path);
      assert.ok(body.error.message.includes(`did you mean ${meant}?`), `${path}: ${body.error.message}`);
      assert.deepEqual(
        body.error.details.map((detail) => detail.name),
        [name],
      );
    }
  }
});

test('a text that can be no date is refused without a suggestion', async () => {
  for (const written of ['2026-02-30', '31.02.2026', 'ieri', '1.2.3', '2026-13', '0', '........', '2026-11-15-1'])
    for (const [, path] of asking(isDayParameter, written)) {
      const { status, body } = await ask(path);
      assert.equal(status, 400, path);
      assert.match(body.error.message, /must be a day of the calendar, `YYYY-MM-DD`\.$/, path);
    }
});

test('every parameter named as a date has the common date format', () => {
  for (const { id, declaration } of service.operations)
    for (const [name, schema] of Object.entries(declaration.query?.properties ?? {}))
      if (/^(date|day|from|to)$|(From|To|Date)$/.test(name) && id !== 'convertCurrency')
        assert.ok(isDayParameter(name, schema as object), `${id} ${name}`);
});
