/** The event and email for a change of plan. */

import type { Condition, Database, Statement } from '#data/store/database.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { recordEventWhere } from '#platform/accounts/events.ts';
import { emailOf } from '#platform/mail/email.ts';
import type { Mailer, QueueOptions } from '#platform/mail/mailer.ts';
import { recipientOf } from './customers-table.ts';

import type { PlanStep } from './sync.ts';

export interface PlanNoticeNeeds {
  state: Database;
  mailer: Mailer;
  /** Public origin; null if unknown, then emails have no link. */
  site(): string | null;
  /** Path of the subscription page. */
  page(language: Language): string;
}

export interface PlanNotices {
  told(step: PlanStep, where: Condition): Promise<Statement[]>;
  /** For the end of a plan granted by an operator. */
  grantEndStatements(account: string, where: Condition): Promise<Statement[]>;
}

type PlanNoticeKind = 'unpaid' | 'ended';

export function planNotices(needs: PlanNoticeNeeds): PlanNotices {
  const tell = async (
    account: string,
    about: string,
    news: PlanNoticeKind | null,
    where: Condition,
  ): Promise<Statement[]> => {
    const now = Date.now();
    return [
      recordEventWhere(where(8), account, 'subscriptionChanged', now, { about }),
      ...(news === null ? [] : await letter(needs, account, news, { now, where })),
    ];
  };
  return {
    told: ({ account, before, after }, where) =>
      tell(account, after.state, noticeKindOf(before.state, after.state), where),
    grantEndStatements: (account, where) => tell(account, 'canceled', 'ended', where),
  };
}

function noticeKindOf(before: string, after: string): PlanNoticeKind | null {
  if (after === before) return null;
  if (after === 'past_due') return 'unpaid';
  // A plan that was never paid does not end.
  return after === 'canceled' && before !== 'incomplete' ? 'ended' : null;
}

async function letter(
  needs: PlanNoticeNeeds,
  account: string,
  news: PlanNoticeKind,
  about: Pick<QueueOptions, 'now' | 'where'>,
): Promise<Statement[]> {
  const { mailer } = needs;
  const site = needs.site();
  const recipient = await recipientOf(needs.state, account);
  if (!mailer.isReady || recipient === null) return [];
  const { email, language } = recipient;
  const t = translator(language);
  const words =
    news === 'unpaid'
      ? {
          subject: messages.billing.unpaidSubject(),
          paragraphs: [messages.billing.unpaidWords(), messages.billing.unpaidHelp()],
        }
      : {
          subject: messages.billing.endedSubject(),
          paragraphs: [messages.billing.endedWords(), messages.billing.endedHelp()],
        };
  const made = emailOf({
    to: email,
    language,
    subject: t(words.subject),
    paragraphs: words.paragraphs.map(t),
    ...(site !== null && {
      link: { address: `${site}${needs.page(language)}`, label: t(messages.billing.toSubscription()) },
    }),
    site: site ?? '',
  });
  return mailer.queue(made, { kind: `plan-${news}`, account, isNotice: true, ...about }).statements;
}
