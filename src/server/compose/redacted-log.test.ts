import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames } from '#lib/redaction/hidden-names.ts';
import { redactedLog } from './redacted-log.ts';

test('a hidden name in a path or an error message is not logged', () => {
  const output: string[] = [];
  const hidden = { ids: new Set<string>(), names: hiddenNames(['POPA ANA-MARIA']), version: '1' };
  const log = redactedLog(
    {
      access: ({ path }) => output.push(path),
      error: (error) => output.push(error instanceof Error ? error.message : String(error)),
    },
    () => hidden,
  );
  const line = { requestId: 'r', method: 'GET', status: 404, ms: 1, bytes: 1 };
  for (const path of [
    '/api/person/ana_maria_popa',
    '/Pop%C4%83%20Ana%20Maria',
    '/api/firme/popa/ana-maria',
    '/x/%ff/popa%2520ana;maria',
    '/api/rates',
    '/%E0%A4%A',
  ])
    log.access?.({ ...line, path });
  log.error(new Error('The line "Ana Maria Popa" is too long.'), 'r');
  log.error(new Error('No line.'), 'r');
  const quoted = output.splice(6, 1)[0] ?? '';
  assert.deepEqual(output, [
    '/api/person/[…]',
    '/[…]',
    '/api/firme/[…]',
    '/x/\ufffd/[…]',
    '/api/rates',
    '/%E0%A4%A',
    'No line.',
  ]);
  assert.match(quoted, /The line "\[…\]" is too long\./);
});

test('a long path is truncated before redaction, and no part of a name at the cut is logged', () => {
  const output: string[] = [];
  const looked: number[] = [];
  const { redact: redacted, ...names } = hiddenNames(['POPA ANA-MARIA']);
  const counting = (text: string): string => {
    looked.push(text.length);
    return redacted(text);
  };
  const hidden = { ids: new Set<string>(), names: { ...names, redact: counting }, version: '1' };
  const log = redactedLog({ access: ({ path }) => output.push(path), error: () => {} }, () => hidden);
  const line = { requestId: 'r', method: 'GET', status: 414, ms: 1, bytes: 1 };
  const ends = ['popa-ana-maria/', 'popa/ana/maria', '%50%6fpa%20ana%20maria', 'ana_maria_popa'];
  for (const path of [
    `/POPA${'/POPA'.repeat(3_000)}${'/ANA/MARIA'.repeat(3_000)}`,
    ...ends.flatMap((end) => Array.from(end, (_, i) => `${'/'.repeat(512 - i)}${end}/and/more`)),
    `${'/'.repeat(504)}other/words`,
  ])
    log.access?.({ ...line, path });
  assert.ok(Math.max(...looked) <= 512, `${Math.max(...looked)} characters were scanned`);
  assert.ok(output.every((path) => path.length <= 513 && path.endsWith('…')));
  for (const path of output.slice(1, -1)) assert.doesNotMatch(path, /p|a/i);
  assert.match(output.at(-1) ?? '', /\/other\/…$/);
});

test('the id in the address of a bulk check is not logged', () => {
  const output: string[] = [];
  const nobody = { ids: new Set<string>(), names: hiddenNames([]), version: '' };
  const log = redactedLog({ access: ({ path }) => output.push(path), error: () => {} }, () => nobody);
  const line = { requestId: 'r', method: 'GET', status: 200, ms: 1, bytes: 1 };
  for (const path of ['/verificare/abc/dovada', '/en/check/abc', '/verificare', '/judet/abc'])
    log.access?.({ ...line, path });
  assert.deepEqual(output, ['/verificare/…/dovada', '/en/check/…', '/verificare', '/judet/abc']);
});
