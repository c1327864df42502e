import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('listings');
