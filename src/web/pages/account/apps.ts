/** Apps that speak for the account: none can, until this installation has a connector for them; and the page says so. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { accountView } from './frame.ts';
import { signedIn } from './signed-in.ts';

const texts = {
  ro: {
    lead: 'Asistenți și programe care pot întreba în numele contului, fără cheie.',
    none: 'Nicio aplicație nu este conectată la cont. Această instalare nu poate încă primi aplicații; când va putea, le veți vedea și le veți deconecta aici.',
    until: 'Până atunci, programele pot folosi o cheie API.',
    keys: 'Cheile contului',
  },
  en: {
    lead: 'Assistants and programs that may ask in the name of the account, without a key.',
    none: 'No app is connected to the account. This installation cannot take apps yet; once it can, you will see them and disconnect them here.',
    until: 'Until then programs can use an API key.',
    keys: 'Keys of the account',
  },
} as const satisfies Record<Language, unknown>;

export const appsPage: Page = {
  path: addresses.apps,
  show(request) {
    signedIn(request);
    const { language } = request;
    const words = texts[language];
    return accountView({
      section: 'apps',
      language,
      lead: words.lead,
      body: html`<p>${words.none}</p><p>${words.until} <a href="${to('keys', language)}">${words.keys}</a></p>`,
    });
  },
};
