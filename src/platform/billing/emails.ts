/** The event and email for a change of plan. */

import type { Context } from '#api/context.ts';
import type { Condition, Statement } from '#data/store/database.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { recordEventWhere } from '#platform/accounts/events.ts';
import { emailOf } from '#platform/mail/email.ts';
import type { Mailer, QueueOptions } from '#platform/mail/mailer.ts';
import { recipientOf } from './customers-table.ts';
import type { PlanStep } from './sync.ts';

type NoticeContext = Pick<Context, 'state'> & {
  mailer: Mailer;
  /** Public origin; null if unknown, then emails have no link. */
  site(): string | null;
  /** Path of the subscription page. */
  page(language: Language): string;
};

type PlanNoticeKind = 'unpaid' | 'canceling' | 'ended';

export function planNotices(context: NoticeContext) {
  const statementsFor = async (
    account: string,
    about: string,
    kind: PlanNoticeKind | null,
    where: Condition,
  ): Promise<Statement[]> => {
    const now = Date.now();
    return [
      recordEventWhere(where(8), account, 'subscriptionChanged', now, { about }),
      ...(kind === null ? [] : await emailStatements(context, account, kind, { now, where })),
    ];
  };
  return {
    planChangeStatements: ({ account, before, after }: PlanStep, where: Condition) =>
      statementsFor(account, after.state, noticeKindOf(before.state, after.state), where),
    /** For the end of a plan granted by an operator. */
    grantEndStatements: (account: string, where: Condition) => statementsFor(account, 'canceled', 'ended', where),
  };
}

function noticeKindOf(before: string, after: string): PlanNoticeKind | null {
  if (after === before) return null;
  if (after === 'past_due') return 'unpaid';
  if (after === 'canceling') return 'canceling';
  // A plan that was never paid does not end.
  return after === 'canceled' && before !== 'incomplete' ? 'ended' : null;
}

async function emailStatements(
  { state, mailer, site: siteOf, page }: NoticeContext,
  account: string,
  kind: PlanNoticeKind,
  options: Pick<QueueOptions, 'now' | 'where'>,
): Promise<Statement[]> {
  const site = siteOf();
  const recipient = await recipientOf(state, account);
  if (!mailer.isReady || recipient === null) return [];
  const { language } = recipient;
  const t = translator(language);
  const email = emailOf({
    to: recipient.email,
    language,
    subject: t(messages.billing[`${kind}Subject`]()),
    paragraphs: [t(messages.billing[`${kind}Words`]()), t(messages.billing[`${kind}Help`]())],
    ...(site !== null && {
      link: { address: `${site}${page(language)}`, label: t(messages.billing.toSubscription()) },
    }),
    site: site ?? '',
  });
  return mailer.queue(email, { kind: `plan-${kind}`, account, isNotice: true, ...options }).statements;
}
