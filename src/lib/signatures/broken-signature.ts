/** A signed container that cannot be read, with the message for the user. */

import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export class BrokenSignature extends Error {
  readonly explanation: Message;

  constructor(message: Message) {
    super(message.code);
    this.explanation = message;
  }
}

export const malformed = (): BrokenSignature => new BrokenSignature(messages.seals.malformed());
export const truncated = (): BrokenSignature => new BrokenSignature(messages.seals.truncated());
export const tooManyParts = (): BrokenSignature => new BrokenSignature(messages.seals.tooManyParts());
export const tooLarge = (): BrokenSignature => new BrokenSignature(messages.seals.tooLarge());
