/** Files larger than memory and slow clients: the server reads only as fast as the client does. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerFile } from '#api/file.ts';
import { CONTENT, fileOperation, newSource, type Source, sampleFile } from '#test/support/sample-file.ts';
import { type Served, served } from '#test/support/sample-operation.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const PATH = '/api/caen/6201';
const limited = { timeout: 60_000 };

async function serving(give: (source: Source) => AnswerFile, use: (own: Served, source: Source) => Promise<void>) {
  const source = newSource();
  const own = await served(fileOperation(() => give(source)));
  try {
    await use(own, source);
  } finally {
    await own.close();
  }
}

const MEGABYTE = Buffer.alloc(2 ** 20, 'x');
/** Several times the read-ahead; in the long tier a length of more than 31 bits. */
const FILE_BYTES = isLongTier ? 2 ** 31 : 2 ** 28;

/** Generated content. */
function* invented(): Generator<Uint8Array> {
  for (let i = 0; i < FILE_BYTES / MEGABYTE.length; i++) yield MEGABYTE;
}
const inventedFile = (source: Source) => sampleFile(source, { sizeBytes: FILE_BYTES }, invented);

/** A client that has sent its request and does not read yet. */
function reader({ port }: Served): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-Api-Key: k\r\nConnection: close\r\n\r\n`);
  return socket.pause();
}

/** Chunks that the socket buffers of both ends can hold, with a margin. */
const AHEAD_MAX = 64;

test(`a file of ${FILE_BYTES / 2 ** 20} megabytes is streamed with a bounded read-ahead`, limited, () =>
  serving(inventedFile, async (own, source) => {
    let received = 0;
    let ahead = 0;
    const socket = reader(own).on('data', (chunk: Buffer) => {
      received += chunk.length;
      ahead = Math.max(ahead, source.pulled - received / MEGABYTE.length);
    });
    await once(socket.resume(), 'close');
    assert.ok(received > FILE_BYTES && received < FILE_BYTES + 2_000, `${received}`);
    assert.ok(ahead < AHEAD_MAX, `${ahead} chunks ahead`);
    await until('source.freed === 1', () => source.freed === 1);
    assert.deepEqual(own.faults, []);
  }),
);

test('a client that stops reading pauses the source, and its disconnect closes the source', limited, () =>
  serving(inventedFile, async (own, source) => {
    const socket = reader(own);
    await until('source.pulled > 0', () => source.pulled > 0);
    let before = -1;
    while (source.pulled !== before) {
      before = source.pulled;
      await sleep(200);
    }
    assert.ok(before < AHEAD_MAX, `${before} chunks`);
    socket.destroy();
    await until('source.freed === 1', () => source.freed === 1);
    assert.deepEqual([source.aborted, own.faults], [1, []]);
  }),
);

test('a source that hangs is aborted when its client disconnects', limited, () =>
  serving(
    (source) =>
      sampleFile(source, {
        async *open(_, signal) {
          try {
            yield CONTENT;
            await new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            });
          } finally {
            source.freed++;
          }
        },
        sizeBytes: null,
      }),
    async (own, source) => {
      const socket = reader(own).resume();
      await once(socket, 'data');
      socket.destroy();
      await until('source.freed === 1', () => source.freed === 1);
      assert.deepEqual(own.faults, []);
    },
  ),
);
