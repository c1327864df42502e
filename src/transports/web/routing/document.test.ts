import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addresses } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import { documentOf } from './document.ts';
import type { View } from './page.ts';

const view: View = { title: 'x', body: html`<p>x</p>` };
const asked = { params: { cpv: '45000000' }, path: '/piata/45000000', query: 'dateFrom=2024-01-01' };

const linksOf = (more: Partial<View>, language: 'ro' | 'en' = 'ro'): Record<string, string> => {
  const request = { ...asked, path: addresses.market[language].replace('{cpv}', '45000000') };
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

test('both languages are told by the one address of the page, without what was asked of it', () => {
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

test('the link for readers keeps what they asked for', () => {
  const text = documentOf(view, {
    page: { path: addresses.market },
    request: asked,
    origin: '',
    language: 'ro',
    isDemo: false,
  });
  assert.match(text, /<a href="\/en\/market\/45000000\?dateFrom=2024-01-01" hreflang="en"/);
});
