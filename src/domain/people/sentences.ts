import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('people');

/** What an identity rests on, and what speaks against. */
export const because = messagesOf('identity');
