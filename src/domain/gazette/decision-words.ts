/** Words by which a decision is found: those of the company's name, also as names are told apart, of its heading and of its text. */
import { nameWords } from '#lib/values/company-name.ts';
import { indexedWords } from '#lib/values/indexed-words.ts';

/** A long decision is found by its first words: the names and the matter stand there. */
const WORDS_MAX = 2_000;

export const decisionWords = (companyName: string, title: string, text: string): string[] => [
  ...new Set([...nameWords(companyName), ...indexedWords(`${companyName} ${title} ${text}`, WORDS_MAX)]),
];
