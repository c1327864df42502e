/** From what a form sent to a request that is kept, or back to the form with what is wrong: nothing that was written is lost. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Asking, ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import type { Html } from '#transports/web/html.ts';
import { type FormRequest, RedirectError } from '#transports/web/routing/page.ts';
import type { Asked, SentFields } from './sent-fields.ts';

/** What a form is shown with again. */
export interface Again {
  status: number;
  notice: Html;
}

/** Leads to the page of the request, or tells with what the form is shown again. */
export async function left<Name extends string>(
  sent: SentFields<Name>,
  asking: Omit<Asking, 'language'>,
  { language, context, now }: FormRequest,
  desk: ReaderRequests,
): Promise<Again> {
  const texts = textsOf(language).requests.form;
  const refused = (status: number, heading: string, line: string): Again => ({
    status,
    notice: alert({ grade: 'stop', heading, lines: [line] }),
  });
  if (sent.isTrapped) return refused(400, texts.wrongTitle, texts.trapped);
  if (Object.keys(sent.wrong).length > 0) return refused(400, texts.wrongTitle, texts.wrongLead);
  const done = await desk.leave(
    { ...asking, language },
    { address: context.caller.address, now, pro: context.caller.pro },
  );
  if ('token' in done) throw new RedirectError(toQuery('request', language, { token: done.token, sent: '1' }));
  if ('throttled' in done) return refused(429, texts.throttled[0], texts.throttled[1](done.throttled));
  if ('enough' in done) return refused(429, ...texts.enough);
  return refused(503, ...texts.full);
}

/** What a form asks for by a name: how much it takes, what was written, and what is wrong with that, in words. */
export function askedBy<Name extends string>(
  asked: Readonly<Record<Name, Asked>>,
  { values, wrong }: SentFields<Name>,
  language: Language,
) {
  return (name: Name) => {
    const kind = wrong[name];
    return {
      name,
      value: values[name],
      error: kind && textsOf(language).requests.form.wrong[kind],
      lengthMax: asked[name].lengthMax,
      isRequired: asked[name].isRequired,
    };
  };
}
