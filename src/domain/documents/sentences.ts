import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('documents');

/** What the states of a documentation mean while nothing of it can be shown. */
export const states = messagesOf('documentationStates');

/** Why a file has no text. */
export const unreadable = messagesOf('documentText');

/** What a bundle says to whoever unpacks it. */
export const bundle = messagesOf('documentBundle');
