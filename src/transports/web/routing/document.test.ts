import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addresses } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import { documentOf, header } from './document.ts';
import type { View } from './page.ts';

const view: View = { title: 'x', body: html`<p>x</p>` };
const shared = { params: { cpv: '45000000' }, path: '/piata/45000000', query: 'dateFrom=2024-01-01' };

const linksOf = (more: Partial<View>, language: 'ro' | 'en' = 'ro'): Record<string, string> => {
  const request = { ...shared, path: addresses.market[language].replace('{cpv}', '45000000') };
  const text = documentOf(
    { ...view, ...more },
    { page: { path: addresses.market }, request, origin: 'https://f.example', language, isDemo: false },
  );
  return Object.fromEntries(
    [
      ...text.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="(..)")? href="https:\/\/f\.example([^"]*)">/g),
    ].map(([, rel = '', lang, href = '']) => [lang ?? rel, href]),
  );
};

test('both languages are linked by the canonical address of the page, without its query', () => {
  for (const language of ['ro', 'en'] as const) {
    const own = language === 'ro' ? '/piata/45000000' : '/en/market/45000000';
    assert.deepEqual(linksOf({}, language), { canonical: own, ro: '/piata/45000000', en: '/en/market/45000000' });
  }
  assert.deepEqual(linksOf({ canonical: '/piata/45' }), {
    canonical: '/piata/45',
    ro: '/piata/45',
    en: '/en/market/45',
  });
  assert.deepEqual(linksOf({ canonical: '/en/market/4%2F5' }, 'en'), {
    canonical: '/en/market/4%2F5',
    ro: '/piata/4%2F5',
    en: '/en/market/4%2F5',
  });
  assert.deepEqual(linksOf({ isUnlisted: true }), {});
});

test('the link to the other language keeps the query', () => {
  const text = documentOf(view, {
    page: { path: addresses.market },
    request: shared,
    origin: '',
    language: 'ro',
    isDemo: false,
  });
  assert.match(text, /<a href="\/en\/market\/45000000\?dateFrom=2024-01-01" hreflang="en"/);
});

const marked = (path: string, isSignedIn: boolean | null = null): string[] => {
  const { markup } = header({ language: 'ro', other: '/en', path, hasSearch: true, isSignedIn });
  return [...markup.matchAll(/href="([^"]+)" aria-current="(\w+)"/g)].map(([, href, how]) => `${href} ${how}`);
};

test('the menu and the dropdown mark the current page, also on its subpages', () => {
  const twice = (one: string): string[] => [one, one];
  assert.deepEqual(marked('/verificare'), twice('/verificare page'));
  assert.deepEqual(marked('/verificare/8c1f2f6e/dovada'), twice('/verificare true'));
  assert.deepEqual(marked('/docs/getCompany'), twice('/docs true'));
  assert.deepEqual(marked('/cont/chei', true), twice('/cont true'));
  assert.deepEqual(marked('/cont/intrare', false), twice('/cont/intrare page'));
  for (const path of ['/', '/verificarea', '/firma/90000014', '/licitatie/1']) assert.deepEqual(marked(path), []);
});
