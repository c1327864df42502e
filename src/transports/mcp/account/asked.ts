/** What the tools tell of something that a person finishes. */
import Type from 'typebox';
import { type Sentence, say } from '#lib/i18n/sentence.ts';
import { oneOf, orNull } from '#lib/values/schema.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { AccountToolsNeeds } from './needs.ts';
import type { InBrowser } from './questions.ts';
import { next, said } from './sentences.ts';

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

export const toldOf = ({ language }: Pick<ToolCall, 'language'>, state: State, sentence: Sentence): Told => ({
  state,
  link: null,
  until: null,
  next: say(sentence, language),
});

/** Where it is not done yet. `done`: what is said when it is. */
export const inBrowserOf = (call: ToolCall, { state, link, until }: InBrowser, done: Sentence): Told => ({
  ...toldOf(call, state, state === 'open' ? next.giveLink() : state === 'done' ? done : next[state]()),
  link,
  until,
});

export const notSold = ({ contact }: Pick<AccountToolsNeeds, 'contact'>, call: Pick<ToolCall, 'language'>): Told =>
  toldOf(call, 'notSold', contact === null ? said.notSold() : said.notSoldAsk({ contact }));
