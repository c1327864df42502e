/** What somebody may want before they have an account, and come to once it is open: of a fixed list, never an address from outside. */

export const SIGN_UP_INTENTS = ['subscribe', 'makeKey', 'connectApp'] as const;
export type SignUpIntent = (typeof SIGN_UP_INTENTS)[number];

/** Null for every other word. */
export const signUpIntentIn = (text: string | null): SignUpIntent | null =>
  SIGN_UP_INTENTS.find((wish) => wish === text) ?? null;
