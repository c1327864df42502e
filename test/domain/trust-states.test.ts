/** Every state of the trust store, as doctor, the health answer and the metrics state it: a missing or old list is never called current. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkDocuments } from '#cli/doctor/documents.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { createRound } from '#domain/documents/trust/list-downloads.ts';
import { nameLists, recordList } from '#domain/documents/trust/trust-table.ts';
import { TRUSTED_LIST_FILE } from '#lib/signatures/trust-store.ts';
import { readConfig } from '#server/config/config.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

type Age = 'current' | 'old' | 'missing';
interface State {
  /** The trusted list: `byHand`, authorities without one. */
  trusted: Age | 'byHand' | 'undated';
  lists: Age[];
}
interface Expected {
  state: string;
  doctor: Record<'trusted list' | 'revocation lists', string>;
}

const OK = { 'trusted list': 'ok', 'revocation lists': 'ok' };
const NO_STORE = { 'trusted list': 'warning missing', 'revocation lists': 'absent' };
const OLD_STORE = { ...OK, 'trusted list': 'warning old' };
const lists = (words: string) => ({ 'revocation lists': `warning ${words}` });

const table: [State, Expected][] = [
  [
    { trusted: 'missing', lists: [] },
    { state: 'trustStoreEmpty', doctor: NO_STORE },
  ],
  [
    { trusted: 'missing', lists: ['missing'] },
    { state: 'trustStoreEmpty', doctor: NO_STORE },
  ],
  [
    { trusted: 'current', lists: [] },
    { state: 'ok', doctor: OK },
  ],
  [
    { trusted: 'current', lists: ['current', 'current'] },
    { state: 'ok', doctor: OK },
  ],
  [
    { trusted: 'byHand', lists: ['current'] },
    { state: 'ok', doctor: OK },
  ],
  [
    { trusted: 'undated', lists: ['current'] },
    { state: 'ok', doctor: OK },
  ],
  [
    { trusted: 'current', lists: ['missing'] },
    { state: 'listsMissing', doctor: { ...OK, ...lists('missing') } },
  ],
  [
    { trusted: 'current', lists: ['old'] },
    { state: 'listsOld', doctor: { ...OK, ...lists('old') } },
  ],
  [
    { trusted: 'byHand', lists: ['current', 'old', 'missing'] },
    { state: 'listsMissing', doctor: { ...OK, ...lists('missing, old') } },
  ],
  [
    { trusted: 'old', lists: ['current'] },
    { state: 'trustedListOld', doctor: OLD_STORE },
  ],
  [
    { trusted: 'old', lists: ['old'] },
    { state: 'trustedListOld', doctor: { ...OLD_STORE, ...lists('old') } },
  ],
  [
    { trusted: 'old', lists: ['missing'] },
    { state: 'trustedListOld', doctor: { ...OLD_STORE, ...lists('missing') } },
  ],
];

const DAY_MS = 86_400_000;
const atDay = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let service: SmallService;
let trust: string;
before(async () => {
  service = await smallService();
  trust = join(service.place.folder, 'demo-trust');
});
after(() => service.close());

/** As a leader finds it: it stores its look for the other hosts, and downloads nothing, since the addresses are private. */
async function enter({ trusted, lists: ages }: State): Promise<void> {
  const { documents } = service.store;
  rmSync(trust, { recursive: true, force: true });
  mkdirSync(trust, { recursive: true });
  if (trusted !== 'missing') writeDemoTrust(trust, Date.now());
  const due = { current: atDay(30), old: atDay(-1), undated: null }[trusted as string];
  if (due !== undefined) {
    const facts = { territory: 'RO', sequence: 1, nextUpdate: due, address: null };
    writeFileSync(join(trust, TRUSTED_LIST_FILE), JSON.stringify(facts));
  }
  const addresses = ages.map((age, i) => `http://lists.example/${i}-${age}.crl`);
  await documents.write([{ sql: 'delete from revocation_list' }, ...nameLists(addresses)]);
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const context = { db: documents, trust, listsAt: null, now: () => Date.now(), sleep: async () => {}, resolve };
  await createRound({ ...context, onError: assert.fail })(new AbortController().signal);
  const until = (age: Age): Date => new Date(Date.now() + (age === 'old' ? -60_000 : DAY_MS));
  await documents.write(
    addresses.flatMap((address, i) =>
      ages[i] === 'missing' ? [] : [recordList(address, Date.now(), 'a.crl', until(ages[i] as Age))],
    ),
  );
}

async function doctorSays(): Promise<Expected['doctor']> {
  const findings = await checkDocuments(
    readConfig({ FIRMOTECA_DATA: service.place.folder, FIRMOTECA_COUNTRY: 'demo' }),
  );
  const said = (about: string): string => {
    const finding = findings.find(({ check }) => check === about);
    if (finding === undefined) return 'absent';
    const words = finding.found.match(/\b(?:missing|old)(?=:)/g) ?? [];
    return [finding.state, [...new Set(words)].sort().join(', ')].filter(Boolean).join(' ');
  };
  return { 'trusted list': said('trusted list'), 'revocation lists': said('revocation lists') };
}

for (const [state, expected] of table)
  test(`trusted list ${state.trusted}, revocation lists: ${state.lists.join(', ') || 'none'}`, async () => {
    await enter(state);
    assert.deepEqual(await doctorSays(), expected.doctor);

    const health = JSON.parse(
      (await ask(service.port, { path: '/api/health', headers: { 'x-api-key': DEMO_KEY } })).text,
    );
    const { signatures } = health.data;
    const count = (age: Age): number => state.lists.filter((each) => each === age).length;
    assert.equal(signatures.state, expected.state);
    assert.equal(signatures.authorities > 0, state.trusted !== 'missing');
    assert.deepEqual(
      [signatures.listsCurrent, signatures.listsOld, signatures.listsMissing],
      [count('current'), count('old'), count('missing')],
    );

    const { text } = await ask(service.port, { path: '/metrics', headers: { host: 'localhost' } });
    const gauge = (name: string): number | null =>
      Number(new RegExp(`^firmoteca_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    assert.equal(gauge('trust_authorities'), signatures.authorities);
    for (const age of ['current', 'old', 'missing'] as const)
      assert.equal(gauge(`trust_lists\\{state="${age}"\\}`), count(age), age);
    const due = gauge('trust_list_due_seconds') ?? 0;
    assert.equal(
      due,
      signatures.trustedListUntil === null ? Number.NaN : Date.parse(signatures.trustedListUntil) / 1000,
    );
    if (state.trusted === 'old') assert.ok(due < Date.now() / 1000);
  });
