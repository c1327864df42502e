/** What is written down with a step of a plan: that it happened, and the letter to whoever has to do something about it. */

import type { Condition, Database, Statement } from '#data/store/database.ts';
import { type Language, speaker } from '#lib/i18n/sentence.ts';
import { happenedWhere } from '#platform/accounts/events.ts';
import { emailOf } from '#platform/mail/email.ts';
import type { LetterAbout, Mailer } from '#platform/mail/mailer.ts';
import type { PlanStep } from './needs.ts';
import { recipientOf } from './recipient-table.ts';
import { said } from './sentences.ts';

export interface LetterNeeds {
  state: Database;
  mailer: Mailer;
  /** How readers reach us; null where nobody knows it yet: then letters have no link. */
  site(): string | null;
  /** Where the account's subscription is shown. */
  page(language: Language): string;
}

export interface Telling {
  told(step: PlanStep, where: Condition): Promise<Statement[]>;
  /** A plan that an operator granted to a day is over. */
  toldEnd(account: string, where: Condition): Promise<Statement[]>;
}

type News = 'unpaid' | 'ended';

export function telling(needs: LetterNeeds): Telling {
  const tell = async (account: string, about: string, news: News | null, where: Condition): Promise<Statement[]> => {
    const now = Date.now();
    return [
      happenedWhere(where(8), account, 'subscriptionChanged', now, { about }),
      ...(news === null ? [] : await letter(needs, account, news, { now, where })),
    ];
  };
  return {
    told: ({ account, before, after }, where) => tell(account, after.state, newsOf(before.state, after.state), where),
    toldEnd: (account, where) => tell(account, 'canceled', 'ended', where),
  };
}

function newsOf(before: string, after: string): News | null {
  if (after === before) return null;
  if (after === 'past_due') return 'unpaid';
  // Who never paid has nothing that ends.
  return after === 'canceled' && before !== 'incomplete' ? 'ended' : null;
}

async function letter(
  needs: LetterNeeds,
  account: string,
  news: News,
  about: Pick<LetterAbout, 'now' | 'where'>,
): Promise<Statement[]> {
  const { mailer } = needs;
  const site = needs.site();
  const recipient = await recipientOf(needs.state, account);
  if (!mailer.isReady || recipient === null) return [];
  const { email, language } = recipient;
  const say = speaker(language);
  const words =
    news === 'unpaid'
      ? { subject: said.unpaidSubject(), paragraphs: [said.unpaidWords(), said.unpaidHelp()] }
      : { subject: said.endedSubject(), paragraphs: [said.endedWords(), said.endedHelp()] };
  const made = emailOf({
    ...{ to: email, language, subject: say(words.subject), paragraphs: words.paragraphs.map(say) },
    ...(site !== null && {
      link: { address: `${site}${needs.page(language)}`, label: say(said.toSubscription()) },
    }),
    site: site ?? '',
  });
  return mailer.queue(made, { kind: `plan-${news}`, account, isNotice: true, ...about }).statements;
}
