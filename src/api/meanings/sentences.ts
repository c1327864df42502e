/** The meaning of each error code. */
import { messagesOf } from '#locales/messages.ts';

/** By error code (api-error.ts). */
export const meaning = messagesOf('problem');
