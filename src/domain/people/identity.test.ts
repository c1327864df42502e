import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translator } from '#lib/i18n/message.ts';
import { confidenceOf, NAMESAKES_MAX } from './identity.ts';

const facts = { id: 'p', companies: 3, namesakes: 0, tied: false };

test('a published birth date and birth place give high confidence', () => {
  const { level, reasons } = confidenceOf(facts);
  assert.equal(level, 'high');
  assert.deepEqual(reasons.map(translator()), ['The same name, birth date and birth place in 3 firms.']);
});

test('without a birth place the confidence is medium, and without a birth date it is low', () => {
  assert.equal(confidenceOf({ ...facts, id: 'd' }).level, 'medium');
  const named = confidenceOf({ ...facts, id: 'n', companies: 1, namesakes: 1 });
  assert.equal(named.level, 'low');
  assert.match(named.reasons.map(translator()).join(' '), /never joined.*1 other person bears the name/);
});

test('a very common name lowers the level, unless two sources agree on a firm or there is one firm only', () => {
  const common = { ...facts, namesakes: NAMESAKES_MAX };
  assert.equal(confidenceOf(common).level, 'medium');
  assert.equal(confidenceOf({ ...common, tied: true }).level, 'high');
  assert.equal(confidenceOf({ ...common, companies: 1 }).level, 'high');
  assert.equal(confidenceOf({ ...common, namesakes: NAMESAKES_MAX - 1 }).level, 'high');
});

test('namesakes are counted in the reasons, with a note that they stay separate', () => {
  assert.match(
    confidenceOf({ ...facts, namesakes: 2 })
      .reasons.map(translator())
      .join(' '),
    /2 other persons bear the name.*stay separate/,
  );
});
