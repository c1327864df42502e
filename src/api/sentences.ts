import { messagesOf } from '#locales/messages.ts';

/** Behind the name of a parameter or of a field of the body. */
export const wrongIs = messagesOf('wrong');

export const said = messagesOf('operations');

/** What is in the parts of a generation, behind `for`. */
export const parts = messagesOf('part');
