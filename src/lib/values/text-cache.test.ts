import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptTexts } from './text-cache.ts';

test('a text is looked at once, whether it comes out as it was or otherwise', () => {
  const kept = keptTexts();
  const looked: string[] = [];
  const make = (text: string): string => {
    looked.push(text);
    return text.replace('b', '');
  };
  for (let i = 0; i < 3; i++) {
    assert.equal(kept('aaa', make), 'aaa');
    assert.equal(kept('abc', make), 'ac');
  }
  assert.deepEqual(looked, ['aaa', 'abc']);
});

test('no more is kept than so many texts, and so many letters', () => {
  for (const bound of [{ textsMax: 2 }, { lettersMax: 4 }]) {
    const kept = keptTexts(bound);
    let looked = 0;
    const make = (text: string): string => {
      looked++;
      return text.toUpperCase();
    };
    for (const text of ['aa', 'bb', 'cc', 'cc', 'aa']) assert.equal(kept(text, make), text.toUpperCase());
    assert.equal(looked, 4);
  }
});
