import { messagesOf } from '#locales/messages.ts';

/** What a model does after a refusal. */
export const next = messagesOf('agents.next');

/** Why a connector is not for public directories. */
export const said = messagesOf('agents');

/** What stands beside an answer. */
export const notes = messagesOf('agents.notes');

/** What is wrong with arguments beyond their shape. */
export const argument = messagesOf('agents.argument');

/** What the door says before anybody looks at what is asked. */
export const door = messagesOf('agents.door');
