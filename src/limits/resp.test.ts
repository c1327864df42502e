import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeCommand, RedisError, type RedisReply, replyReader } from './resp.ts';

const written = (reply: RedisReply): string => {
  if (reply === null) return '$-1\r\n';
  if (reply instanceof RedisError) return `-${reply.message}\r\n`;
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(written).join('')}`;
  return `$${reply.length}\r\n${reply}\r\n`;
};

const ascii = fc.string({ unit: 'binary-ascii' });
const plain: fc.Arbitrary<RedisReply> = fc.oneof(fc.integer(), ascii, fc.constant(null));
const reply: fc.Arbitrary<RedisReply> = fc.oneof(plain, fc.array(fc.oneof(plain, fc.array(plain))));

test('replies are read whole, however they are cut into packets', () => {
  fc.assert(
    fc.property(fc.array(reply), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (replies, cuts) => {
      const bytes = Buffer.from(replies.map(written).join(''), 'latin1');
      const read = replyReader();
      const found: RedisReply[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const end = at + Number(cuts[i % cuts.length]);
        found.push(...read(bytes.subarray(at, end)));
        at = end;
      }
      assert.deepEqual(found, replies);
    }),
  );
});

test('an error answers one command, and the next reply is read', () => {
  const [error, next] = replyReader()(Buffer.from('-NOSCRIPT No matching script.\r\n+OK\r\n'));
  assert.ok(error instanceof RedisError);
  assert.equal(error.message, 'NOSCRIPT No matching script.');
  assert.equal(next, 'OK');
});

test('who speaks another language is found out', () => {
  assert.throws(() => replyReader()(Buffer.from('HTTP/1.1 400 Bad Request\r\n')), RedisError);
});

test('lengths of commands are told in bytes', () => {
  assert.equal(encodeCommand(['GET', 'ș', 7]), '*3\r\n$3\r\nGET\r\n$2\r\nș\r\n$1\r\n7\r\n');
});
