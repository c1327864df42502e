/** Titles as they were published: those in capitals stay so, set a little smaller, so that they look engraved and not shouted. */

/** The class for such a title; empty for all others. */
export const capsOf = (title: string): string =>
  title !== title.toLowerCase() && title === title.toUpperCase() ? 'caps' : '';
