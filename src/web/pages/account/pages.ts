/** The pages of accounts, from the entrance to the last farewell. */
import type { Page } from '#web/door/page.ts';

/** What its pages do things with. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the slices of this issue
export interface AccountPagesNeeds {}

export const accountPages = (_needs: AccountPagesNeeds): Page[] => [];
