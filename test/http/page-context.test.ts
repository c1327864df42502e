/** Requests of pages, agents and jobs on the real pipeline, by the rights of the caller behind them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { Credentials } from '#api/caller.ts';
import { clientOf } from '#api/client.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const nobody = { address: '192.0.2.7', key: null, session: null, token: null, payment: null, unreadable: null };

async function clientBy(sent: Pick<Credentials, 'transport'> & Partial<Credentials>) {
  const occasion = { id: 'page', now: Date.now(), signal: new AbortController().signal };
  return clientOf(service.declared, await service.pipeline.admit({ ...nobody, ...sent }, occasion));
}

const refusalOf = async (requested: Promise<unknown>): Promise<string> => {
  const error = await requested.then(
    () => assert.fail('The call succeeded.'),
    (thrown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error.code;
};

test('a page gets a company whole for its visitor, and previews of Pro data', async () => {
  const client = await clientBy({ transport: 'page' });
  const company = await client.getCompany({ cui: companyCui(0) });
  assert.deepEqual([company.data.cui, company.data.name], [companyCui(0), 'FIRMA INVENTATA 1 SRL']);
  const health = await client.getHealth({ cui: companyCui(0) });
  assert.ok(health.preview);
  assert.deepEqual(Object.keys(health.data).sort(), ['ageMonths', 'altman', 'flags', 'verdict', 'year']);
  const { data, meta } = await client.searchCompanies({ q: 'firma inventata', limit: 2 });
  assert.deepEqual([data.length, meta.page?.limit], [2, 2]);
});

test('a page checks twenty fiscal codes for its visitor, and no more', async () => {
  const client = await clientBy({ transport: 'page' });
  const cuis = Array.from({ length: 21 }, () => companyCui(0));
  const { data } = await client.getCompanies({ cuis: cuis.slice(0, 20) });
  assert.equal(data.length, 20);
  assert.equal(await refusalOf(client.getCompanies({ cuis })), 'INVALID_BODY');
});

test('an agent without an account and an API client without a key are refused', async () => {
  assert.equal(
    await refusalOf((await clientBy({ transport: 'agent' })).getCompany({ cui: companyCui(0) })),
    'API_KEY_REQUIRED',
  );
  assert.equal(
    await refusalOf((await clientBy({ transport: 'api' })).getCompany({ cui: companyCui(0) })),
    'API_KEY_REQUIRED',
  );
});

test('a forged cookie gives the rights of a visitor and no more', async () => {
  const forged = { transport: 'page', session: 'f.1.x' } as const;
  assert.equal((await (await clientBy(forged)).getCaen({ code: '0111' })).preview, false);
});

test('a job has the current rights of its account and runs at background priority', async () => {
  const { state } = service.store;
  const account = await createAccount(state, { email: null, password: null }, Date.now());
  const cuis = Array.from({ length: 21 }, () => companyCui(0));
  const working = async (job: Credentials['job'] & object) => {
    const occasion = { id: 'job', now: Date.now(), signal: new AbortController().signal };
    return service.pipeline.admit({ ...nobody, transport: 'page', job }, occasion);
  };
  const free = await working({ account });
  assert.deepEqual([free.caller.pro, free.caller.account, free.caller.isBackground], [false, account, true]);
  assert.equal(await refusalOf(clientOf(service.declared, free).getCompanies({ cuis })), 'INVALID_BODY');
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, Date.now());
  const pro = await working({ account });
  assert.equal(pro.caller.pro, true);
  assert.equal((await clientOf(service.declared, pro).getCompanies({ cuis })).data.length, 21);
  await changeSubscription(state, account, 'past_due', Date.now() - 8 * 86_400_000);
  assert.equal((await working({ account })).caller.pro, false);
  const visitors = await working({ account: null });
  assert.deepEqual([visitors.caller.pro, visitors.caller.account, visitors.caller.kind], [false, null, 'browser']);
});
