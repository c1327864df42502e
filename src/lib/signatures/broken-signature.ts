/** A sealed file that cannot be read on, and the sentence that says why. */

import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export class Broken extends Error {
  readonly explanation: Message;

  constructor(message: Message) {
    super(message.code);
    this.explanation = message;
  }
}

export const malformed = (): Broken => new Broken(messages.seals.malformed());
export const truncated = (): Broken => new Broken(messages.seals.truncated());
export const tooManyParts = (): Broken => new Broken(messages.seals.tooManyParts());
export const tooLarge = (): Broken => new Broken(messages.seals.tooLarge());
