/** What happened to an account, in the words of its owner. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { EventKind } from '#platform/accounts/events-table.ts';

/** What an event concerns: a name or a hint as it is, a state or a wish in words. */
export function aboutWords(kind: EventKind, about: string, language: Language): string {
  const words = wordsOf(kind, language);
  return Object.hasOwn(words, about) ? (words[about] ?? about) : about;
}

function wordsOf(kind: EventKind, language: Language): Readonly<Record<string, string>> {
  if (kind === 'subscriptionChanged' || kind === 'planGranted') return textsOf(language).account.security.state;
  return kind === 'appAsked' ? textsOf(language).account.security.approval : {};
}
