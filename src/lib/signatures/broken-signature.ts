/** A sealed file that cannot be read on, and the sentence that says why. */
import type { Sentence } from '#lib/i18n/sentence.ts';
import { said } from './sentences.ts';

export class Broken extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.code);
    this.sentence = sentence;
  }
}

export const malformed = (): Broken => new Broken(said.malformed());
export const truncated = (): Broken => new Broken(said.truncated());
export const tooManyParts = (): Broken => new Broken(said.tooManyParts());
export const tooLarge = (): Broken => new Broken(said.tooLarge());
