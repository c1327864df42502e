import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('status');

/** What is under way, in the order of the work: parts of the sentences above. */
export const making = messagesOf('status.making');
