/** What an app may be allowed to do in the name of an account. The first two are all that it gets without asking again. */

export const SCOPES = ['data:read', 'account:read', 'billing:manage', 'keys:manage'] as const;
export type Scope = (typeof SCOPES)[number];

export const FIRST_SCOPES: readonly Scope[] = ['data:read', 'account:read'];

const isScope = (word: string): word is Scope => SCOPES.some((scope) => scope === word);

/** Of a text as tokens and requests carry it; words that are none of ours are left out. */
export const scopesIn = (text: string): Scope[] => text.split(' ').filter(isScope);
