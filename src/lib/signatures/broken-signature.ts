/** A sealed file that cannot be read on, and the sentence that says why. */

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
