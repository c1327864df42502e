import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('documents');

/** What the states of a documentation mean while nothing of it can be shown. */
export const states = messagesOf('documentationStates');

/** Why a file has no text. */
export const unreadable = messagesOf('documentText');

/** Texts of the README in a bundle. */
export const bundle = messagesOf('documentBundle');
