/** One app and the question whether it shall be disconnected: asked on a page of its own, so that it is asked without scripts too. */
import { textsOf } from '#locales/texts.ts';
import type { ConnectedApps } from '#platform/oauth/connected-apps.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import { formBounds } from '#transports/web/pages/account/form.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { originOf } from '#transports/web/pages/account/origin.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import { type Page, RedirectError } from '#transports/web/routing/page.ts';
import { appFacts } from './apps.ts';
import { scopeList } from './scope-words.ts';

export const appRemovalPage = (apps: ConnectedApps): Page => ({
  path: addresses.appRemoval,
  async show(request) {
    const { language, params, now } = request;
    const texts = textsOf(language).account.apps.page;
    const app = await apps.find(signedIn(request), params.app ?? '', now);
    return accountView({
      section: 'apps',
      language,
      title: texts.removeTitle(app.name),
      lead: texts.removeLead,
      body: html`<p class="meta">${appFacts(app, now, language)}</p><h2>${texts.may}</h2>${scopeList(app.scopes, language)}
<form class="next" method="post" action="${to('appRemoval', language, { app: app.id })}"><button class="button grave" type="submit">${texts.disconnect}</button> <a href="${to('apps', language)}">${texts.back}</a></form>`,
    });
  },
  form: {
    bounds: formBounds(1),
    async submit(request) {
      const { language, params, now } = request;
      await apps.disconnect(signedIn(request), params.app ?? '', originOf(request), now);
      throw new RedirectError(toQuery('apps', language, { removed: '1' }));
    },
  },
});
