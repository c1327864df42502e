/** Opening an account: an address is all that is asked for; the rest stands behind the link that is sent there. */

import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { askingPage } from './asking-page.ts';

export const signUpPage = (needs: EntrancePagesNeeds): Page => askingPage('signUp', 'signUp', needs);
