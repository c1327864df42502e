/** What an app may be allowed, in plain words: what it can do then, and what it can never do. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Scope } from '#platform/oauth/scopes.ts';
import { type Html, html } from '#transports/web/html.ts';

/** `tags`: a word beside those that are new. */
export const scopeList = (
  scopes: readonly Scope[],
  language: Language,
  tagOf: (scope: Scope) => string | null = () => null,
): Html =>
  html`<ul class="app-scopes">${scopes.map((scope) => {
    const { name, can, never } = textsOf(language).account.apps.scope[scope];
    const tag = tagOf(scope);
    return html`<li><p><b>${name}</b>${tag !== null && html` <span class="tag">${tag}</span>`}</p><p>${can}</p><p class="quiet">${never}</p></li>`;
  })}</ul>`;
