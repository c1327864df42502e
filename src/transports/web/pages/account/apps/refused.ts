/** What somebody sees whose app asked wrongly: it is told here, and where the app can be sent an answer, a link leads to it. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { redirectHost } from '#platform/oauth/app-metadata.ts';
import { to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import { entranceView } from '#transports/web/pages/account/auth/frame.ts';
import type { View } from '#transports/web/routing/page.ts';

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
  const texts = textsOf(language).account.apps.refused;
  return entranceView({
    title: texts.title,
    status,
    isOpenedByApps: true,
    lead: texts[REASONS[code] ?? 'wrong'],
    body: html`${code !== 'server_error' && html`<p class="small quiet">${texts.told} <code>${code}</code> ${description}</p>`}${back !== undefined && html`<p><a href="${back}" rel="noreferrer">${texts.back(redirectHost(back))}</a></p>`}<p><a href="${to('apps', language)}">${texts.apps}</a></p>`,
  });
}
