/** What is said about press releases and their files. */
import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('press');

/** Why a file has no text. */
export const unreadable = messagesOf('pressFile');
