/** An authority or a supplier: linked where its fiscal code is known. */
import type { Language } from '#lib/i18n/message.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';

interface Party {
  cui: string | null;
  name: string;
  registryName?: string | null;
}

/** Under the name of the registry, which does not change from one notice to the next. */
export const partyLink = ({ cui, name, registryName }: Party, language: Language): Html =>
  cui === null
    ? html`${registryName ?? name}`
    : html`<a href="${to('company', language, { cui })}">${registryName ?? name}</a>`;
