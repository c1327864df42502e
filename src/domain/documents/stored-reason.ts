/** Reasons that lie in the store as sentences: said in the language of whoever asks. */
import { declared, type Language, type Sentence, say } from '#lib/i18n/sentence.ts';
// Whoever reads what another thread wrote can say it.
import '#lib/signatures/sentences.ts';
import './collection/sentences.ts';
import './opener/sentences.ts';
import { said } from './sentences.ts';

/** As the store has it: JSON of a sentence. */
export const storedReason = (json: string): Sentence => knownReason(JSON.parse(json) as Sentence);

/** One that this version does not know has no words here. */
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
