/** A password that was forgotten: a link to choose another is sent to the address of the account. */

import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { askingPage } from './asking-page.ts';

export const passwordPage = (needs: EntrancePagesNeeds): Page => askingPage('password', 'reset', needs);
