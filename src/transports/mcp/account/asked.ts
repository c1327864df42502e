/** What the tools tell of something that a person finishes. */

import Type from 'typebox';
import { type Message, translate } from '#lib/i18n/message.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { AccountToolsNeeds } from './needs.ts';
import type { InBrowser } from './questions.ts';

const STATES = [...['open', 'declined', 'expired', 'done', 'paying', 'active'], ...['notSold', 'nothing']] as const;

export const Asked = Type.Object({
  state: oneOf(
    STATES,
    '`open`: the person has not finished it. `paying`: they went on to the payment, which is not confirmed. `active`: Pro is active. `done`: it is done. `nothing`: there is nothing to do. `notSold`: this installation sells nothing.',
  ),
  link: orNull(
    Type.String(),
    'A page of ours for the person, and for nobody else; null when there is nothing to open.',
  ),
  until: orNull(Type.String(), 'When the link expires.'),
  next: Type.String({ description: 'What to do or to say now.' }),
});

type State = (typeof STATES)[number];

export interface Told extends Record<string, unknown> {
  state: State;
  link: string | null;
  until: string | null;
  next: string;
}

export const toldOf = ({ language }: Pick<ToolCall, 'language'>, state: State, message: Message): Told => ({
  state,
  link: null,
  until: null,
  next: translate(message, language),
});

/** Where it is not done yet. `done`: what is said when it is. */
export const inBrowserOf = (call: ToolCall, { state, link, until }: InBrowser, done: Message): Told => ({
  ...toldOf(
    call,
    state,
    state === 'open'
      ? messages.agents.account.next.giveLink()
      : state === 'done'
        ? done
        : messages.agents.account.next[state](),
  ),
  link,
  until,
});

export const notSold = ({ contact }: Pick<AccountToolsNeeds, 'contact'>, call: Pick<ToolCall, 'language'>): Told =>
  toldOf(
    call,
    'notSold',
    contact === null ? messages.agents.account.notSold() : messages.agents.account.notSoldAsk({ contact }),
  );
