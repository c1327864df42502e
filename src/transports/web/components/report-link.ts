/** The way to tell us of a mistake in one record: on every page of a record, the same words. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

/** `record` is a kind and its number: `company:90000014`. */
export const reportLink = (record: string, language: Language): Html =>
  html`<a rel="nofollow" href="${toQuery('reportError', language, { record })}">${icon('flag')}${textsOf(language).components.reportLink}</a>`;
