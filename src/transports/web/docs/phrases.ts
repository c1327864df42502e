/** Facts of a declaration as texts: access, price, freshness, removal. */

import { type Deprecation, deprecationOf } from '#api/deprecation.ts';
import type { AnyEndpoint, FreshnessWindow } from '#api/endpoint.ts';
import type { Json } from '#api/openapi/components.ts';
import { deprecationText as englishDeprecationText } from '#api/openapi/operation.ts';
import type { Language } from '#lib/i18n/message.ts';
import { describe } from '#lib/schema/fields.ts';
import { textsOf } from '#locales/texts.ts';

/** The part of the answer that a request from this page gets without a key. */
export type WithoutKey = 'all' | 'part' | 'page' | 'none';

export function withoutKey({ access, visitors, preview }: AnyEndpoint): WithoutKey {
  if (access === 'pro') return preview ? 'part' : 'none';
  return visitors === 'pages' ? 'page' : 'all';
}

export const freshnessText = (fresh: FreshnessWindow, language: Language): string =>
  textsOf(language).docs.windows[fresh];

/** The price in `x-payment-info`: fixed, or from the least to the most. */
export function formatPrice({ price }: Json, language: Language): string {
  const { amount, min, max } = price as { amount?: string; min?: string; max?: string };
  const dollars = (text = ''): string => (language === 'ro' ? `${text.replace('.', ',')} $` : `$${text}`);
  if (amount !== undefined) return dollars(amount);
  return language === 'ro' ? `${dollars(min)} – ${dollars(max)}` : `${dollars(min)} to ${dollars(max)}`;
}

export function deprecationText(deprecation: Deprecation, language: Language): string {
  if (language === 'en') return englishDeprecationText(deprecation);
  const { since, sunset, instead } = deprecation;
  return `Pe cale de eliminare din ${since}: poate dispărea începând cu ${sunset}. ${instead === null ? 'Nimic nu îi ia locul.' : `Folosiți \`${instead}\`.`}`;
}

/** With a deprecation before the description. */
export function meaningOf(shape: object, language: Language): string {
  const text = describe(shape, language);
  const leaving = deprecationOf(shape);
  return leaving ? `${deprecationText(leaving, language)} ${text}`.trimEnd() : text;
}
