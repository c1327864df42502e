/** Reasons stored as messages, rendered in the language of the caller. */

import { isDeclared, type Language, type Message, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** `json`: a stored message. */
export const storedReason = (json: string): Message => declaredReason(JSON.parse(json) as Message);

/** A message code unknown to this version becomes a generic reason. */
export const declaredReason = (reason: Message): Message =>
  isDeclared(reason.code) ? reason : messages.documents.reasonUnknown();

interface Reason {
  code: string;
  label: string;
}

export const reasonIn = (message: Message, language: Language): Reason => ({
  code: message.code,
  label: translate(message, language),
});
