/** Pages that exist only after an action: a submitted list, a created key, a connected app, a sent email. */
import assert from 'node:assert/strict';
import { type AccountBrowser, accountBrowser, openPage, send } from './account-browser.ts';
import { agentAt } from './agent-kit.ts';
import { authorizePath, connected, proof, registered } from './app-kit.ts';
import { linkTo } from './auth-kit.ts';
import { resultOf } from './bulk-lists.ts';
import { round, SHOWS } from './person-kit.ts';
import type { SmallService } from './small-service.ts';
import { companyCui } from './tiny-country.ts';
import { sendForm } from './web-form.ts';
import type { Sample } from './web-samples.ts';

/** For a browser signed in with Pro, at a service that sells Pro. */
export async function madePages(service: SmallService): Promise<{ owner: AccountBrowser; made: Sample[] }> {
  const { port } = service;
  const owner = await accountBrowser(service, { email: 'facut@example.ro' });
  const { account, cookie } = owner;
  const visible = async (path: string): Promise<string> => (await openPage(port, path, owner)).text;
  /** The target of the first link of this kind on a page. */
  const linked = async (path: string): Promise<string> =>
    new RegExp(`href="(${path}/[^"/?]+)"`).exec(await visible(path))?.[1] ?? assert.fail(path);

  const check = await resultOf({ codes: `${companyCui(0)}\nabc` }, { port, cookie });
  const intent = await sendForm(port, '/date-personale', { name: 'A', concerned: companyCui(0), reason: 'C' });
  const form = / name="form" value="([0-9a-f-]{36})"/.exec(await visible('/cont/chei'))?.[1] ?? '';
  await send(port, '/cont/chei', { form, name: 'ERP', expires: '' }, owner);
  await connected(service, { account });
  const question = authorizePath(service, { client: await registered(service), proof: proof() });
  const agent = await agentAt(service, { account, capabilities: SHOWS });
  const approval = (await round(agent, 'create_api_key', { name: 'ERP' })).inputRequests?.person.params.url ?? '';
  await sendForm(port, '/cont/nou', { email: 'scrisoare@example.ro' });
  const at: Record<string, string> = {
    '/verificare/{check}': check.path,
    '/cerere': String(intent.headers.location),
    '/cont/chei/{key}': await linked('/cont/chei'),
    '/cont/aplicatii/{app}': await linked('/cont/aplicatii'),
    '/cont/aplicatii/cerere': question,
    '/cont/cerere/{id}': approval.slice(new URL(approval).origin.length),
    '/cont/abonament': '/cont/abonament',
    '/cont/legatura': await linkTo(service, 'scrisoare@example.ro'),
  };
  return { owner, made: Object.entries(at).map(([page, ro]) => ({ page, at: { ro, en: ro } })) };
}
