/**
 * No regular expression of the service takes more than linear time: a hostile text would block a thread. A checker tests every
 * expression; its verdicts are stored, so that only new and changed expressions are tested.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Found, findRegexes } from '#test/support/regexes/find.ts';
import { madeLater, shortInputs } from '#test/support/regexes/short-inputs.ts';
import { readVerdicts } from '#test/support/regexes/verdicts.ts';

const verdicts = readVerdicts();
let found: Found;
before(async () => {
  found = await findRegexes(new URL('../..', import.meta.url).pathname);
});

test('every regular expression in src has a verdict, and no verdict is obsolete', () => {
  const unjudged = [...found.regexes]
    .filter(([name]) => !verdicts.has(name))
    .map(([name, { place: location }]) => `${location} ${name}`);
  assert.deepEqual(
    unjudged,
    [],
    'Run `npm run regexes`, which checks them, and commit test/support/regexes/verdicts.json.',
  );
  const gone = [...verdicts.keys()].filter((name) => !found.regexes.has(name));
  assert.deepEqual(gone, [], 'Run `npm run regexes`, which removes them.');
});

test('a regular expression beyond linear time has a stated input length at which it is fast', () => {
  const growing = [...verdicts].filter(([, verdict]) => verdict !== 'linear').map(([name]) => name);
  const unstated = growing
    .filter((name) => !shortInputs[name])
    .map((name) => `${found.regexes.get(name)?.place} ${name}`);
  assert.deepEqual(
    unstated,
    [],
    'Fix it, or state in test/support/regexes/short-inputs.ts how long its input can be, and why.',
  );
  assert.deepEqual(
    Object.keys(shortInputs).filter((name) => !growing.includes(name)),
    [],
    'These are linear or removed, and need no length any more.',
  );
});

test('every regular expression that is composed at run time is listed by name', () => {
  assert.deepEqual(found.later.toSorted(), Object.keys(madeLater).toSorted());
});

test('regular expressions are found in every position and form', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'firmoteca-regexes-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src', 'room'), { recursive: true });
  writeFileSync(
    join(root, 'src', 'room', 'some.ts'),
    `const LETTER = '[a-z]';
    const named = /lit\\/eral/gi;
    export const made = [new RegExp(\`^\${LETTER}{\${2}}$\`, 'u'), RegExp('a' + 'b'), new RegExp(named.source)];
    export const schema = { pattern: '^x$', other: '^no$' };
    export const loaded = new RegExp(['one', 'two'].join('|'), 'i');`,
  );
  writeFileSync(join(root, 'src', 'late.js'), 'export const late = (text) => new RegExp(text);');
  const { regexes, later } = await findRegexes(root);
  assert.deepEqual([...regexes.keys()].toSorted(), [
    '/^[a-z]{2}$/u',
    '/^x$/u',
    '/ab/',
    '/lit\\/eral/',
    '/lit\\/eral/gi',
    '/one|two/i',
  ]);
  assert.deepEqual(later, ['src/late.js: new RegExp(text)']);
});
