/** What somebody sees whose app asked wrongly: it is told here, and where the app can be sent an answer, a link leads to it. */

import type { Language } from '#lib/i18n/message.ts';
import { redirectHost } from '#platform/oauth/app-metadata.ts';
import { to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import { entranceView } from '#transports/web/pages/account/auth/frame.ts';
import type { View } from '#transports/web/routing/page.ts';

const texts = {
  ro: {
    title: 'Aplicația nu a putut fi conectată',
    unknown: 'Aplicația nu mai este cunoscută aici. Scoateți conectorul din ea și adăugați-l din nou.',
    redirect: 'Aplicația vrea răspunsul la altă adresă decât cea pe care a anunțat-o. Nu am trimis nimic.',
    ended: 'Cererea s-a încheiat sau a fost începută în alt browser. Începeți din nou din aplicație.',
    wrong: 'Aplicația a cerut ceva ce nu se poate. Începeți din nou; dacă se repetă, spuneți-i celui care o face.',
    ours: 'E vina noastră. Încercați din nou peste puțin timp.',
    told: 'Pentru cine face aplicația:',
    back: (host: string) => `Înapoi la aplicație: ${host}`,
    apps: 'Aplicațiile conectate la cont',
  },
  en: {
    title: 'The app could not be connected',
    unknown: 'The app is not known here any more. Remove the connector in it and add it again.',
    redirect: 'The app wants the answer at another address than it announced. Nothing was sent.',
    ended: 'The request has ended, or was begun in another browser. Begin again in the app.',
    wrong: 'The app asked for something that cannot be. Begin again; if it repeats, tell whoever makes it.',
    ours: 'It is our fault. Try again in a little while.',
    told: 'For whoever makes the app:',
    back: (host: string) => `Back to the app: ${host}`,
    apps: 'Apps connected to the account',
  },
} as const satisfies Record<Language, unknown>;

export interface AppError {
  /** As apps are told: `invalid_client`. */
  code: string;
  description: string;
  status: number;
  /** Where the app waits for the answer; left out where none can be sent. */
  back?: string;
}

/** `invalid_request` is also said of a request that has ended. */
const REASONS: Readonly<Record<string, 'unknown' | 'redirect' | 'ended' | 'ours'>> = {
  invalid_client: 'unknown',
  invalid_client_metadata: 'unknown',
  invalid_redirect_uri: 'redirect',
  session_not_found: 'ended',
  server_error: 'ours',
};

export function appErrorView({ code, description, status, back }: AppError, language: Language): View {
  const words = texts[language];
  return entranceView({
    title: words.title,
    status,
    isOpenedByApps: true,
    lead: words[REASONS[code] ?? 'wrong'],
    body: html`${code !== 'server_error' && html`<p class="small quiet">${words.told} <code>${code}</code> ${description}</p>`}${back !== undefined && html`<p><a href="${back}" rel="noreferrer">${words.back(redirectHost(back))}</a></p>`}<p><a href="${to('apps', language)}">${words.apps}</a></p>`,
  });
}
