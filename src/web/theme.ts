/** What all pages share: colours, type and the icon. */
import { readFileSync } from 'node:fs';
import { stable } from '#http/release-document.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { html } from './html.ts';

/** For the head of a page, before its own style. */
export const themeLinks = html`<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/theme.css">`;

export function addTheme(router: Router<Handler>): void {
  const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
  router.add(
    'GET',
    '/theme.css',
    stable('text/css; charset=utf-8', () => file('theme.css')),
  );
  router.add(
    'GET',
    '/start.css',
    stable('text/css; charset=utf-8', () => file('start.css')),
  );
  router.add(
    'GET',
    '/icon.svg',
    stable('image/svg+xml', () => file('icon.svg')),
  );
}
