/** Who looks at a page is admitted like any caller: known by the session, counted once, refused where blocked or too often. */
import type { AddressOf } from '#http/client-address.ts';
import { pageCookie } from '#http/cookie.ts';
import type { Request } from '#http/request.ts';
import type { Kernel } from '#operations/kernel.ts';
import type { Visit } from '#operations/visit.ts';
import type { Language } from '#sentences/sentence.ts';

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
