import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.account');

/** What a host shows to its person: all of it is ours, but for names that they gave themselves. */
export const asks = messagesOf('agents.asks');

/** What a model does next. */
export const next = messagesOf('agents.account.next');
