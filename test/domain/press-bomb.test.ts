/** Files made to exhaust their reader: each is refused, and other requests do not wait for it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { systemClock } from '#data/live/clock.ts';
import { textPdf } from '#demo-country/pdf.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { until } from '#test/support/until.ts';

const MB = 1_048_576;

/** A few kilobytes that expand twice to `sizeMb`: one block, deflated so that it can be repeated, deflated again. */
function folded(content: string, sizeMb: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MB, content), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: sizeMb }, () => block);
  return deflateSync(Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0])]));
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]';

interface Page {
  resources?: string;
  /** Entries of the content's dictionary, and its bytes. */
  content: [entries: string, body: Buffer];
}

/** A PDF without a cross-reference table: readers reconstruct it. `shared` gets the number 3. */
function pdfOf(pages: Page[], shared: [entries: string, body: Buffer] = ['', Buffer.alloc(0)]): Buffer {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    stream(shared),
    ...pages.flatMap(({ resources = '', content }, i) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${5 + 2 * i} 0 R >>`,
      ),
      stream(content),
    ]),
  ];
  const numbered = objects.flatMap((object, i) => [Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
  const end = Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`);
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...numbered, end]);
}

const stream = ([entries, body]: [string, Buffer]): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')]);

/** An image of 900 million pixels. */
const SIDE = 30_000;
const IMAGE = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceGray /BitsPerComponent 8`;

const hugePicture: [string, Buffer] = [`${IMAGE} ${TWICE}`, folded('~', 859)];
const picturePage: Page = {
  resources: '/XObject << /Im0 3 0 R >>',
  content: ['', Buffer.from('q 595 0 0 842 0 0 cm /Im0 Do Q')],
};
const textPage: Page = {
  resources: '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
  content: ['', Buffer.from('BT /F1 12 Tf 50 700 Td (Anexa urmeaza pe pagina a doua, scanata.) Tj ET')],
};

const FILES: Record<string, Buffer> = {
  'lines.pdf': pdfOf([{ content: [TWICE, folded('0 0 m 9 9 l ', 300)] }]),
  'blanks.pdf': pdfOf([{ content: [TWICE, folded(' ', 1_000)] }]),
  'picture.pdf': pdfOf([picturePage], hugePicture),
  'annex.pdf': pdfOf([textPage, picturePage], hugePicture),
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
  service = await demoService(null, 300, systemClock, { pressFiles }, null, () => true);
});
after(async () => {
  await service.close();
  host.close();
});

/** The answer, once the file has been read. */
async function pdf(name: string) {
  const url = encodeURIComponent(`https://static.anaf.ro/static/3/Anaf/20260115103000_${name}`);
  let answer = await service.get(`/api/press/pdf?url=${url}`);
  // On a busy machine a caller may have to repeat the request.
  await until('the file is read', async () => {
    if (answer.status !== 504 && !answer.body.meta?.pending) return true;
    answer = await service.get(`/api/press/pdf?url=${url}`);
    return false;
  });
  return answer;
}

for (const [name, why] of [
  ['lines.pdf', /needs more memory, time or pages/],
  ['blanks.pdf', /needs more memory, time or pages/],
  ['picture.pdf', /./],
] as const)
  test(`${name} expands to hundreds of megabytes and is a 422, and other requests are answered meanwhile`, async () => {
    assert.ok((FILES[name]?.length ?? 0) < 10_000);
    const before = process.memoryUsage.rss();
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
    assert.ok(process.memoryUsage.rss() - before < 300 * MB);
    assert.deepEqual(service.errors, []);
  });

test('a huge image behind a page of text is skipped, and the text is read', async () => {
  const { status, body } = await pdf('annex.pdf');
  assert.equal(status, 200);
  assert.deepEqual([body.data.pages, body.data.ocrPages], [2, []]);
  assert.match(body.data.text, /Anexa urmeaza/);
});

test('the next file is read normally', async () => {
  const { status, body } = await pdf('release.pdf');
  assert.equal(status, 200);
  assert.match(body.data.text, /termenul de depunere/);
});
