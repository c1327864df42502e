import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from './romanian.ts';
import { declareMessages, makersOf, say, speaker } from './sentence.ts';

const english = {
  sample: { plain: 'It rains.', where: ({ place }: { place: string }) => `In ${place}.`, home: 'the house' },
};
const romanian = { sample: { plain: 'Plouă.', where: ({ place }: { place: string }) => `La ${place}.`, home: 'casă' } };
declareMessages(english, romanian);
const said = makersOf('sample', english.sample);

test('a sentence is a code and its values, and is said in either language', () => {
  assert.deepEqual(said.where({ place: 'Cluj' }), { code: 'sample.where', values: { place: 'Cluj' } });
  assert.equal(say(said.where({ place: 'Cluj' }), 'en'), 'In Cluj.');
  assert.equal(say(said.where({ place: 'Cluj' }), 'ro'), 'La Cluj.');
  assert.deepEqual([said.plain()].map(speaker('ro')), ['Plouă.']);
  assert.equal(speaker()(said.plain()), 'It rains.');
});

test('a sentence inside another is said in the same language', () => {
  assert.equal(say(said.where({ place: said.home() }), 'en'), 'In the house.');
  assert.equal(say(said.where({ place: said.home() }), 'ro'), 'La casă.');
});

test('a sentence may travel to another thread', () => {
  const sentence = said.where({ place: said.home() });
  assert.deepEqual(structuredClone(sentence), sentence);
  assert.equal(say(structuredClone(sentence), 'ro'), 'La casă.');
});

test('a message without Romanian is refused, and so is a code that is not declared', () => {
  assert.throws(() => declareMessages({ other: { plain: 'a' } }, {}), /other\.plain has no Romanian/);
  assert.throws(() => say({ code: 'sample.none', values: {} }, 'en'), /no sentence sample\.none/);
});

test('Romanian puts "de" between a number and what is counted from twenty on, but for what ends in 1 to 19', () => {
  const firms = (count: number): string => counted(count, 'firmă', 'firme');
  assert.deepEqual([0, 1, 2, 19, 20, 100, 101, 119, 120].map(firms), [
    '0 firme',
    '1 firmă',
    '2 firme',
    '19 firme',
    '20 de firme',
    '100 de firme',
    '101 firme',
    '119 firme',
    '120 de firme',
  ]);
});
