/** What an app may be allowed, in plain words: what it can do then, and what it can never do. */

import type { Language } from '#lib/i18n/message.ts';
import type { Scope } from '#platform/oauth/scopes.ts';
import { type Html, html } from '#transports/web/html.ts';

interface ScopeWords {
  name: string;
  can: string;
  never: string;
}

export const scopeWords: Record<Language, Record<Scope, ScopeWords>> = {
  ro: {
    'data:read': {
      name: 'Să întrebe datele despre firme',
      can: 'Vede tot ce vede contul: firme, persoane, bilanțuri, achiziții publice, documente. Întrebările se numără la cont.',
      never: 'Nu schimbă nimic în cont.',
    },
    'account:read': {
      name: 'Să vadă planul contului',
      can: 'Află dacă aveți Pro, până când, și cât s-a folosit.',
      never: 'Nu vede adresa de e-mail, parola, cheile sau plățile.',
    },
    'billing:manage': {
      name: 'Să pregătească schimbări ale abonamentului',
      can: 'Vă dă o legătură către pagina de plată sau de anulare, pe care o deschideți și o confirmați dumneavoastră.',
      never: 'Nu poate plăti, nu vede cardul și nu schimbă abonamentul fără confirmarea dumneavoastră.',
    },
    'keys:manage': {
      name: 'Să se ocupe de cheile API',
      can: 'Vede numele cheilor și, cu confirmarea dumneavoastră, le revocă. Pentru o cheie nouă vă trimite la pagina contului.',
      never: 'Nu vede nicio cheie, nici măcar pe cea nouă.',
    },
  },
  en: {
    'data:read': {
      name: 'Ask for data about companies',
      can: 'It sees all that the account sees: companies, people, balance sheets, public procurement, documents. Questions count for the account.',
      never: 'It changes nothing in the account.',
    },
    'account:read': {
      name: 'See the plan of the account',
      can: 'It learns whether you have Pro, until when, and how much was used.',
      never: 'It does not see the e-mail address, the password, keys or payments.',
    },
    'billing:manage': {
      name: 'Prepare changes of the subscription',
      can: 'It gives you a link to the page that pays or cancels, which you open and confirm yourself.',
      never: 'It cannot pay, does not see the card, and changes no subscription without your confirmation.',
    },
    'keys:manage': {
      name: 'Look after API keys',
      can: 'It sees the names of keys and revokes them once you confirm. For a new key it sends you to the page of the account.',
      never: 'It sees no key, not even the new one.',
    },
  },
};

/** `tags`: a word beside those that are new. */
export const scopeList = (
  scopes: readonly Scope[],
  language: Language,
  tagOf: (scope: Scope) => string | null = () => null,
): Html =>
  html`<ul class="app-scopes">${scopes.map((scope) => {
    const { name, can, never } = scopeWords[language][scope];
    const tag = tagOf(scope);
    return html`<li><p><b>${name}</b>${tag !== null && html` <span class="tag">${tag}</span>`}</p><p>${can}</p><p class="quiet">${never}</p></li>`;
  })}</ul>`;
