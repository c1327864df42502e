/** Who looks at a page is admitted like any caller: known by the session, counted once, refused where blocked or too often. */

import type { Kernel } from '#api/kernel.ts';
import type { Visit } from '#api/visit.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import { pageCookie } from '#transports/http/cookie.ts';
import type { Request } from '#transports/http/request.ts';

export interface AdmitNeeds {
  kernel: Pick<Kernel, 'admit'>;
  addressOf: AddressOf;
  publicUrl: string | null;
}

export async function admitted(
  request: Request,
  language: Language,
  { kernel, addressOf, publicUrl }: AdmitNeeds,
): Promise<Visit> {
  const { id, now, signal } = request;
  const session = pageCookie(request, publicUrl);
  const nothing = { key: null, token: null, payment: null, unreadable: null };
  const visit = await kernel.admit(
    { door: 'page', address: addressOf(request), session, ...nothing },
    { id, now, signal, language },
  );
  request.visit = visit;
  if (visit.refusal) throw visit.refusal;
  return visit;
}
