/** Messages of any operation: about its input, cursors and dataset parts. */
import { messagesOf } from '#locales/messages.ts';

/** What is wrong with a value; follows the name of a parameter or field. */
export const wrongIs = messagesOf('wrong');

export const said = messagesOf('operations');

/** Names of dataset parts, as they follow `for`. */
export const parts = messagesOf('part');
