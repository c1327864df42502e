/** The first sentence of a description, for lists in which each thing has one line. */

/** A full stop ends a sentence where a space and a capital or nothing follow: not in `Rev.3`, `1.5` or `e.g. this`. */
export const firstSentence = (text: string): string => text.split(/(?<=[.?!])\s+(?=\p{Lu}|`|$)/u, 1)[0]?.trim() ?? text;
