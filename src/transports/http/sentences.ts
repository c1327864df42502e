/** Messages about requests that are refused on the wire. */
import { messagesOf } from '#locales/messages.ts';

/** What is wrong with one value. */
export const wrongIs = messagesOf('wire');

export const said = messagesOf('http');

/** About request bodies. */
export const body = messagesOf('body');
