import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareMessages, translate, translator } from './message.ts';
import { counted } from './romanian.ts';

const english = {
  sample: {
    plain: 'It rains.',
    where: ({ place: location }: { place: string }) => `In ${location}.`,
    home: 'the house',
  },
};
const romanian = {
  sample: { plain: 'Plouă.', where: ({ place: location }: { place: string }) => `La ${location}.`, home: 'casă' },
};
const { sample } = declareMessages(english, romanian);

test('a message is a code with values and is rendered in either language', () => {
  assert.deepEqual(sample.where({ place: 'Cluj' }), { code: 'sample.where', values: { place: 'Cluj' } });
  assert.equal(translate(sample.where({ place: 'Cluj' }), 'en'), 'In Cluj.');
  assert.equal(translate(sample.where({ place: 'Cluj' }), 'ro'), 'La Cluj.');
  assert.deepEqual([sample.plain()].map(translator('ro')), ['Plouă.']);
  assert.equal(translator()(sample.plain()), 'It rains.');
});

test('a nested message is rendered in the language of the outer one', () => {
  assert.equal(translate(sample.where({ place: sample.home() }), 'en'), 'In the house.');
  assert.equal(translate(sample.where({ place: sample.home() }), 'ro'), 'La casă.');
});

test('a message can be sent to another thread', () => {
  const message = sample.where({ place: sample.home() });
  assert.deepEqual(structuredClone(message), message);
  assert.equal(translate(structuredClone(message), 'ro'), 'La casă.');
});

test('a message without Romanian text and an undeclared code throw', () => {
  assert.throws(() => declareMessages({ other: { plain: 'a' } }, {}), /other\.plain has no Romanian/);
  assert.throws(() => translate({ code: 'sample.none', values: {} }, 'en'), /no message sample\.none/);
});

test('Romanian puts "de" after numbers from twenty on, except those that end in 1 to 19', () => {
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
