/** Code samples in curl, TypeScript and Python: every operation has one in each language, and each of them runs as it is. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { type CodeSample, SAMPLE_ROWS_MAX } from '#api/openapi/code-samples.ts';
import { codeSamples, LOCAL_ORIGIN } from '#api/openapi/operation.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { readConfig } from '#server/config/config.ts';
import { compilerSays, lacking, runSamples, type SampleLanguage } from '#test/support/run-samples.ts';
import { fileOperation } from '#test/support/sample-file.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { notRun } from '#test/support/skip-report.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const LANGUAGES: readonly SampleLanguage[] = ['Shell', 'TypeScript', 'Python'];

/** Texts with characters that are special in a shell, a template, a literal or an address. */
const HOSTILE = [
  'Țărănești & Fiii „Știința” S.R.L.',
  `O'Neil "x" 'y' \\ \\n $HOME $(id) \`id\` %41 a+b a=b #c ?d {e} [1-3] @f ~ ! * ; | < >`,
  '🦬\u2028\u00a0é\ttab',
  "''",
  `\${x} {{y}} \\u0041 """ \\`,
];

let service: SmallService;
let visible: Map<string, CodeSample[]>;
before(async () => {
  service = await smallService();
  const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': CodeSample[] }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  visible = new Map(operations.map((one) => [one.operationId, one['x-codeSamples']]));
});
after(() => service.close());

const sourcesIn = (lang: SampleLanguage, from: string, to: string): Map<string, string> =>
  new Map([...visible].map(([id, samples]) => [id, sourceIn(lang, samples).replaceAll(from, to)]));

const sourceIn = (lang: SampleLanguage, samples: readonly CodeSample[]): string =>
  samples.find((sample) => sample.lang === lang)?.source ?? assert.fail(`nothing in ${lang}`);

test('the placeholder address has the default port of the service', () => {
  assert.equal(new URL(LOCAL_ORIGIN).port, String(readConfig({}).port));
});

test('every operation has a sample in each language, in OpenAPI and on its docs page, and no sample holds a key', async () => {
  assert.deepEqual([...visible.keys()].toSorted(), service.operations.map(({ id }) => id).toSorted());
  for (const [id, samples] of visible) {
    const page = await (await fetch(`${service.origin}/docs/${id}`)).text();
    assert.deepEqual(
      samples.map(({ lang }) => lang),
      LANGUAGES,
      id,
    );
    for (const { source } of samples) {
      assert.ok(!source.includes('fmt_live_'), id);
      assert.ok(page.includes(escaped(source)), id);
    }
  }
});

for (const lang of LANGUAGES) {
  const missing = lacking(lang);
  const skip = missing ? notRun(missing.what, missing.install) : false;
  describe(`in ${lang}`, { skip }, () => {
    test('the sample of every operation gives its data', async () => {
      const printed = await runSamples(lang, sourcesIn(lang, LOCAL_ORIGIN, service.origin), DEMO_KEY);
      for (const { id, declaration } of service.operations) {
        // A file is saved or streamed; nothing of it is printed.
        if (declaration.file) continue;
        const answer = JSON.parse(printed.get(id) ?? '') as { success?: boolean; data: unknown };
        // curl prints the whole envelope, the other samples print its data.
        const data = lang === 'Shell' ? answer.data : answer;
        if (lang === 'Shell') assert.equal(answer.success, true, id);
        if (isSteady(declaration)) assert.deepEqual(data, await dataOf(id, lang !== 'Shell'), id);
      }
    });

    test('a sample for a list reads page by page, to the end or the limit', async () => {
      const pages = sampleOperation(() => ({ data: null }), {
        path: '/api/search',
        params: undefined,
        query: Type.Object({ cursor: Type.String() }),
        examples: [{ title: inBoth(() => 'A page'), query: { q: 'FIRMA', limit: '1' } }],
      });
      const source = sourceIn(lang, codeSamples(pages.declaration, service.origin));
      const printed = await runSamples(lang, new Map([['pages', source]]), DEMO_KEY);
      const answer = JSON.parse(printed.get('pages') ?? '') as { meta: { page: { next: string } } };
      // The shell sample gets one page and prints the address of the next one.
      if (lang === 'Shell') assert.match(answer.meta.page.next, /^\/api\/search\?.*cursor=/);
      else assert.deepEqual(answer, (await read('/api/search?q=FIRMA')).data);
      assert.ok(lang === 'Shell' || source.includes(`< ${SAMPLE_ROWS_MAX}`));
    });

    test('a sample of a paid operation without its key header prints the offer', async () => {
      const selling = await smallService({ bare: true, config: { seller: readConfig({}).seller } });
      const { declaration } = selling.operations.find(({ id }) => id === 'getCaen') ?? assert.fail();
      const keyed = sourceIn(lang, codeSamples(declaration, selling.origin));
      const source = keyed.replace(KEY_HEADER[lang], '');
      assert.notEqual(source, keyed);
      try {
        const output = await runSamples(lang, new Map([['offer', source]]), 'none').then(
          (printed) => printed.get('offer') ?? '',
          // The programs end with an error that contains the offer.
          ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
        );
        for (const word of ['x402Version', 'accepts', 'base-sepolia', 'PAYMENT_REQUIRED'])
          assert.ok(output.includes(word), `${word} in ${output}`);
      } finally {
        await selling.close();
      }
    });

    test('special characters reach the server unchanged in the path, the query and the body', async () => {
      await echoing(async (origin, received) => {
        const samples = new Map<string, string>();
        HOSTILE.forEach((hostile, n) => {
          const query = { q: hostile, [`n${n}`]: 'x' };
          const params = { code: hostile };
          const get = sampleOperation(() => ({ data: null }), {
            examples: [{ title: inBoth(() => 'A'), params, query }],
          });
          const post = sampleOperation(() => ({ data: null }), {
            method: 'POST',
            body: Type.Object({}),
            examples: [
              { title: inBoth(() => 'B'), params, query, body: { texts: [hostile], yes: true, none: null, n: 1.5 } },
            ],
          });
          samples.set(`get${n}`, sourceIn(lang, codeSamples(get.declaration, origin)));
          samples.set(`post${n}`, sourceIn(lang, codeSamples(post.declaration, origin)));
        });
        await runSamples(lang, samples, "k'e y");
        for (const [n, hostile] of HOSTILE.entries())
          for (const method of ['GET', 'POST']) {
            const one = received.find((each) => each.method === method && each.url.searchParams.has(`n${n}`));
            assert.equal(one?.url.searchParams.get('q'), hostile);
            assert.equal(decodeURIComponent(one.url.pathname.slice('/api/caen/'.length)), hostile);
            assert.equal(one.key, "k'e y");
            if (method === 'POST')
              assert.deepEqual(JSON.parse(one.body), { texts: [hostile], yes: true, none: null, n: 1.5 });
          }
      });
    });

    test('the sample for a file saves it', async () => {
      const { declaration } = fileOperation(() => assert.fail('The handler is not called.'));
      await echoing(async (origin, received) => {
        const source = sourceIn(lang, codeSamples(declaration, origin));
        const look = { Shell: 'cat saved.txt', TypeScript: SHOWN_BY_NODE, Python: 'print(open("download").read())' };
        const printed = await runSamples(lang, new Map([['file', `${source}\n${look[lang]}`]]), 'k');
        assert.equal(received.length, 1);
        assert.match(printed.get('file') ?? '', /"success":true/);
      });
    });
  });
}

test('the TypeScript samples compile in strict mode', async () => {
  const sources = sourcesIn('TypeScript', LOCAL_ORIGIN, LOCAL_ORIGIN);
  assert.equal(await compilerSays(new Map([...sources, ['wrong', 'const n: number = "x";']])), 1);
  assert.equal(await compilerSays(sources), 0);
});

const KEY_HEADER: Record<SampleLanguage, string> = {
  Shell: ' -H "X-API-Key: $API_KEY"',
  TypeScript: `'X-API-Key': process.env.API_KEY ?? ''`,
  Python: '"X-API-Key": os.environ["API_KEY"]',
};

const SHOWN_BY_NODE = `console.log((await import('node:fs')).readFileSync('download', 'utf8'));`;

/** Usage and figures that are measured anew differ from request to request. */
const isSteady = ({ path, fresh }: { path: string; fresh: string }): boolean =>
  !path.startsWith('/account/') && fresh !== '15s';

interface Answer {
  data: unknown;
  meta: { page?: { next: string | null } };
}

const read = async (path: string, init: RequestInit = {}): Promise<Answer> =>
  (await (await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY }, ...init })).json()) as Answer;

/** `isWhole`: follows the pages of a list as far as the samples do. */
async function dataOf(id: string, isWhole: boolean): Promise<unknown> {
  const { declaration } = service.operations.find((one) => one.id === id) ?? assert.fail(id);
  const { method = 'GET', path, examples: [example] = [] } = declaration;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
  const { data, meta } = await read(`${address}?${new URLSearchParams(example?.query)}`, {
    method,
    headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(example?.body) }),
  });
  if (!isWhole || !meta.page || data === null) return data;
  const rows = [...(data as unknown[])];
  let next = meta.page.next;
  while (next !== null && rows.length < SAMPLE_ROWS_MAX) {
    const page = await read(next);
    rows.push(...(page.data as unknown[]));
    next = page.meta.page?.next ?? null;
  }
  return rows;
}

interface Received {
  method: string;
  url: URL;
  key: string;
  body: string;
}

/** A server that accepts every request and records it. */
async function echoing(use: (origin: string, received: Received[]) => Promise<void>): Promise<void> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    received.push({ method, url: new URL(url, 'http://127.0.0.1'), key: String(headers['x-api-key']), body });
    response.setHeader('content-disposition', 'attachment; filename="saved.txt"');
    response.end('{"success":true,"data":null}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, received);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const escaped = (source: string): string =>
  source
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
