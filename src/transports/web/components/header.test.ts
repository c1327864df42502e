import assert from 'node:assert/strict';
import { test } from 'node:test';
import { header } from './header.ts';

const marked = (path: string, isSignedIn: boolean | null = null): string[] => {
  const { markup } = header({ language: 'ro', other: '/en', path, hasSearch: true, isSignedIn });
  return [...markup.matchAll(/href="([^"]+)" aria-current="(\w+)"/g)].map(([, href, how]) => `${href} ${how}`);
};

test('the menu marks the page, and what lies below it; in the menu and in the list that unfolds', () => {
  const twice = (one: string): string[] => [one, one];
  assert.deepEqual(marked('/verificare'), twice('/verificare page'));
  assert.deepEqual(marked('/verificare/8c1f2f6e/dovada'), twice('/verificare true'));
  assert.deepEqual(marked('/docs/getCompany'), twice('/docs true'));
  assert.deepEqual(marked('/cont/chei', true), twice('/cont true'));
  assert.deepEqual(marked('/cont/intrare', false), twice('/cont/intrare page'));
  for (const path of ['/', '/verificarea', '/firma/90000014', '/licitatie/1']) assert.deepEqual(marked(path), []);
});
