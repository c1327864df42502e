/** What somebody may want before they have an account, and come to once it is open: of a fixed list, never an address from outside. */

export const WISHES = ['subscribe', 'makeKey', 'connectApp'] as const;
export type Wish = (typeof WISHES)[number];

/** Null for every other word. */
export const wishIn = (text: string | null): Wish | null => WISHES.find((wish) => wish === text) ?? null;
