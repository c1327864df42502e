/** By which words the name of a document is found. */
import { indexedWords } from '#lib/values/indexed-words.ts';

/** Names of files are short; what comes after is none that anybody asks for. */
const WORDS_MAX = 40;
/** Signs of a word: an index holds no longer ones, and nobody types them. */
const LETTERS_MAX = 60;

export const titleWords = (name: string): string[] => [
  ...new Set(indexedWords(name, WORDS_MAX).map((word) => cut(word))),
];

export const cut = (word: string): string => Array.from(word).slice(0, LETTERS_MAX).join('');
