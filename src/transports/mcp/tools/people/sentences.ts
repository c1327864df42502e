import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.people');

/** What Pro would add. */
export const pro = messagesOf('agents.people.pro');
