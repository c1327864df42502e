/** Reasons that lie in the store as sentences: said in the language of whoever asks. */
import { declared, type Language, type Sentence, say } from '#sentences/sentence.ts';
// Whoever reads what another thread wrote can say it.
import '#seals/sentences.ts';
import './collecting/sentences.ts';
import './opening/sentences.ts';
import { said } from './sentences.ts';

/** As the store has it: JSON of a sentence. One that this version no longer knows has no words. */
export function storedReason(json: string): Sentence {
  const stored = JSON.parse(json) as Sentence;
  return declared().has(stored.code) ? stored : said.reasonUnknown();
}

export interface Reason {
  code: string;
  label: string;
}

export const reasonIn = (sentence: Sentence, language: Language): Reason => ({
  code: sentence.code,
  label: say(sentence, language),
});
