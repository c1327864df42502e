/** Code blocks of a documentation page. */

/** Blocks of one language, in order. */
export const examplesIn = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
