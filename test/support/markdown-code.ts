/** Code that stands on a page of the documentation. */

/** Blocks of one language, in their order. */
export const examplesIn = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
