/** Citations: every source of an answer once for each part it covers, with its address, and a citation text. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Operation, Provenance } from '#api/endpoint.ts';
import { citedSource } from '#api/source-names.ts';
import { messages } from '#locales/messages.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ config: { publicUrl: 'https://firms.example' } });
});
after(() => service.close());

interface Cited {
  data: unknown;
  meta: { cite: string; sources: Provenance[] };
}

async function get(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Cited | null> {
  const { status, text } = await ask(service.port, {
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { 'x-api-key': DEMO_KEY, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return status === 200 ? (JSON.parse(text) as Cited) : null;
}

const COMPANY = `/api/company/${companyCui(1)}`;

/** Removes the day of reading and the day on which the files of the small country were written. */
const withoutDays = (cite: string): string =>
  cite
    .replace(/(read on|consultat la) [0-9][0-9.-]+[0-9]/, '$1 TODAY')
    .replace(/(Finance|Finanțelor) \([^)]+\)/, '$1 (DAY)');

test('a citation names the record, its sources, the address and the day, and marks demo data as invented', async () => {
  const english = await get(COMPANY);
  assert.equal(
    withoutDays(english?.meta.cite ?? ''),
    `Company record: ${companyCui(1)}. Sources: trade registry, ONRC (2026-09-02); published balance sheets, Ministry of Finance (DAY). ` +
      `Firmoteca, https://firms.example${COMPANY}, read on TODAY. Invented data of the demo country: not a citable fact.`,
  );
  const romanian = await get(COMPANY, { 'accept-language': 'ro' });
  assert.equal(
    withoutDays(romanian?.meta.cite ?? ''),
    `Datele firmei: ${companyCui(1)}. Surse: registrul comerțului, ONRC (02.09.2026); situațiile financiare publicate, Ministerul Finanțelor (DAY). ` +
      `Firmoteca, https://firms.example${COMPANY}, consultat la TODAY. Date demonstrative, inventate: nu se citează ca fapte.`,
  );
  const searched = await get('/api/search?q=firma&limit=1');
  assert.match(searched?.meta.cite ?? '', /https:\/\/firms\.example\/api\/search\?q=firma&limit=1, read on/);
});

test('an answer without sources is cited without one', async () => {
  const { meta } = (await get('/api/health')) ?? assert.fail();
  assert.match(meta.cite, /^State of the service\. Firmoteca, https:\/\/firms\.example\/api\/health, read on /);
});

test('every operation and every source has its own citation text', async () => {
  assert.deepEqual(
    service.operations.map(({ id }) => id).filter((id) => !(id in messages.citeThing)),
    [],
  );
  const unnamed = new Set<string>();
  await everyAnswer(({ meta }) => {
    for (const { covers } of meta.sources)
      for (const thing of covers) if (citedSource(thing, 'en') === null) unnamed.add(thing);
  });
  assert.deepEqual([...unnamed], []);
});

test('a source appears once for each part it covers, and demo data has no address of a state site', async () => {
  await everyAnswer(({ data, meta }, id) => {
    assert.notEqual(meta.cite, '', id);
    assert.ok(!meta.cite.includes('\n'), id);
    const rows = meta.sources.map(({ name, covers }) => `${name} ${covers}`);
    assert.deepEqual(rows, [...new Set(rows)], id);
    for (const { covers, url } of meta.sources) {
      assert.equal(covers.length, 1, id);
      if (!covers.includes('treasury'))
        assert.ok(url === null || url.startsWith('urn:firmoteca:demo:'), `${id} ${url}`);
    }
    assert.doesNotMatch(JSON.stringify(data), /https:\/\/[^"]*(e-licitatie|monitoruloficial|static\.anaf)\.ro/, id);
  });
});

test('taxes, registry and balance sheets of a company are separate sources, an unreachable one included', async () => {
  const { meta } = (await get(COMPANY)) ?? assert.fail();
  assert.deepEqual(
    meta.sources.map(({ name, covers, url, state }) => [name, covers, url?.split('/')[0], state]),
    [
      ['anaf', ['fiscal'], 'urn:firmoteca:demo:fiscal', 'unreachable'],
      ['onrc', ['registry'], 'urn:firmoteca:demo:registry', undefined],
      ['anaf', ['finances'], 'urn:firmoteca:demo:finances', undefined],
    ],
  );
});

/** Runs over the examples of every operation that answers in the envelope, in both languages. */
async function everyAnswer(look: (answer: Cited, id: string) => void): Promise<void> {
  let answers = 0;
  for (const operation of service.operations.filter(({ declaration }) => declaration.file === undefined))
    for (const example of operation.declaration.examples)
      for (const language of ['en', 'ro']) {
        const answer = await get(pathOf(operation, example), { 'accept-language': language }, example.body);
        if (answer === null) continue;
        answers++;
        look(answer, operation.id);
      }
  assert.ok(answers > service.operations.length, `${answers} answers`);
}

function pathOf({ declaration }: Operation, example: Operation['declaration']['examples'][number]): string {
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(example.query ?? {}).toString();
  return query === '' ? path : `${path}?${query}`;
}
