/** Who looks at a page is admitted like any caller: known by the session, counted once, refused where blocked or too often. */

import type { Pipeline } from '#api/pipeline.ts';
import type { RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import { pageCookie } from '#transports/http/credentials.ts';
import type { Request } from '#transports/http/request.ts';

export interface AdmitNeeds {
  pipeline: Pick<Pipeline, 'admit'>;
  addressOf: AddressOf;
  publicUrl: string | null;
}

export async function admitPage(
  request: Request,
  language: Language,
  { pipeline, addressOf, publicUrl }: AdmitNeeds,
): Promise<RequestContext> {
  const { id, now, signal } = request;
  const session = pageCookie(request, publicUrl);
  const nothing = { key: null, token: null, payment: null, unreadable: null };
  const context = await pipeline.admit(
    { transport: 'page', address: addressOf(request), session, ...nothing },
    { id, now, signal, language },
  );
  request.context = context;
  if (context.refusal) throw context.refusal;
  return context;
}
