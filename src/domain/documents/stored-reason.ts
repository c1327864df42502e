/** Reasons stored as messages, rendered in the language of the caller. */
import { declared, type Language, type Sentence, say } from '#lib/i18n/sentence.ts';
// Stored reasons of other threads use these messages.
import '#lib/signatures/sentences.ts';
import './collection/sentences.ts';
import './opener/sentences.ts';
import { said } from './sentences.ts';

/** `json`: a stored message. */
export const storedReason = (json: string): Sentence => knownReason(JSON.parse(json) as Sentence);

/** A message code unknown to this version becomes a generic reason. */
export const knownReason = (reason: Sentence): Sentence =>
  declared().has(reason.code) ? reason : said.reasonUnknown();

interface Reason {
  code: string;
  label: string;
}

export const reasonIn = (sentence: Sentence, language: Language): Reason => ({
  code: sentence.code,
  label: say(sentence, language),
});
