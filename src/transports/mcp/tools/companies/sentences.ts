import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('agents.companies');

/** What Pro would add, tool by tool. */
export const pro = messagesOf('agents.companies.pro');
