/** Files made to exhaust whoever reads them: each is refused, and nobody else waits for it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { systemClock } from '#live/clock.ts';
import { textPdf } from '#simulate/pdf.ts';
import { cuiOf, type DemoService, demoService } from './demo-service.ts';

const MB = 1_048_576;

/** Some kilobytes that unfold twice to `sizeMb`: one block, deflated so that it can stand many times, deflated again. */
function folded(content: string, sizeMb: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MB, content), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: sizeMb }, () => block);
  return deflateSync(Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0])]));
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]';

/** A PDF of one page without a table of objects: readers put it together themselves. */
function onePage(resources: string, streams: [entries: string, body: Buffer][]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`,
  ].map((object, i) => Buffer.from(`${i + 1} 0 obj\n${object}\nendobj\n`));
  const bodies = streams.flatMap(([entries, body], i) => [
    Buffer.from(`${i + 4} 0 obj\n<< ${entries} /Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const end = Buffer.from('trailer\n<< /Size 9 /Root 1 0 R >>\n%%EOF\n');
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...objects, ...bodies, end]);
}

/** A picture of 900 million pixels. */
const SIDE = 30_000;
const IMAGE = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceGray /BitsPerComponent 8`;

const FILES: Record<string, Buffer> = {
  'lines.pdf': onePage('', [[TWICE, folded('0 0 m 9 9 l ', 300)]]),
  'blanks.pdf': onePage('', [[TWICE, folded(' ', 1_000)]]),
  'picture.pdf': onePage('/XObject << /Im0 5 0 R >>', [
    ['', Buffer.from('q 595 0 0 842 0 0 cm /Im0 Do Q')],
    [`${IMAGE} ${TWICE}`, folded('~', 859)],
  ]),
  'release.pdf': textPdf(['Comunicat de presă despre termenul de depunere a declarațiilor.'], { title: 'x' }),
};

let host: Server;
let service: DemoService;

before(async () => {
  host = createServer((request, response) => {
    const file = FILES[request.url?.split('_').at(-1) ?? ''];
    response.writeHead(file ? 200 : 404, { 'content-type': 'application/pdf' }).end(file);
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const pressFiles = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  service = await demoService(null, 100, systemClock, { pressFiles });
});
after(async () => {
  await service.close();
  host.close();
});

/** Its answer, once it is not being read any more. */
async function pdf(name: string) {
  const url = encodeURIComponent(`https://static.anaf.ro/static/3/Anaf/20260115103000_${name}`);
  for (;;) {
    const answer = await service.get(`/api/press/pdf?url=${url}`);
    // On a busy machine a caller may have to ask again.
    if (answer.status !== 504 && !answer.body.meta?.pending) return answer;
    await sleep(200);
  }
}

for (const [name, why] of [
  ['lines.pdf', /takes more memory, time or pages/],
  ['blanks.pdf', /takes more memory, time or pages/],
  ['picture.pdf', /./],
] as const)
  test(`${name}, which unfolds to hundreds of megabytes, is a 422, and others are answered meanwhile`, async () => {
    assert.ok((FILES[name]?.length ?? 0) < 10_000);
    let isRead = false;
    const reading = pdf(name).finally(() => {
      isRead = true;
    });
    let answered = 0;
    for (; !isRead; answered++) {
      assert.equal((await service.get(`/api/company/${cuiOf('giant')}`)).status, 200);
      await sleep(20);
    }
    assert.ok(answered > 2, `${answered} answers meanwhile`);
    const { status, body } = await reading;
    assert.equal(status, 422);
    assert.equal(body.error?.code, 'UNPROCESSABLE_DOCUMENT');
    assert.match(body.error?.message ?? '', why);
    assert.ok(process.memoryUsage.rss() < 800 * MB);
    assert.deepEqual(service.errors, []);
  });

test('the next file is read as if nothing had been', async () => {
  const { status, body } = await pdf('release.pdf');
  assert.equal(status, 200);
  assert.match(body.data.text, /termenul de depunere/);
});
