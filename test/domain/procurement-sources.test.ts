/** The procurement adapters against the simulated system: its data arrives unchanged, and no fault is mistaken for an answer. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { fileInput } from '#data/sources/lines.ts';
import type { ExportKind, ExportRecords } from '#data/sources/procurement/exports/batch.ts';
import { readExport } from '#data/sources/procurement/exports/read.ts';
import type { PurchaseRecord, PurchaseState } from '#data/sources/procurement/records.ts';
import { readReports } from '#data/sources/procurement/reports.ts';
import { contractsAwarded } from '#data/sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#data/sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#data/sources/procurement/site/notices.ts';
import { purchasesFinalized } from '#data/sources/procurement/site/purchases.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import type { Fault } from '#demo-country/faults.ts';
import { closingValuesOf, typoOf } from '#demo-country/procurement/export-rows.ts';
import { publish } from '#demo-country/publish.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, bucharestDay, type Day } from '#lib/values/date.ts';
import { clean } from '#lib/values/text.ts';

const TODAY = '2026-11-15';
const NOT_CUT = (sentence: string): void => assert.fail(sentence);
/** A Wednesday long enough ago that its records no longer change. */
const BUSY: Day = '2026-10-14';
/** For the crowded server: fewer than the records of a day. */
const SHOWN_MAX = 5;
const demo = country({ seed: 'adapters', companies: 1_000, founded: TODAY });
const system = demo.procurement();
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-procurement-sources-'));

let server: CountryServer;
let crowded: CountryServer;

before(async () => {
  await publish(demo, folder, TODAY, { only: ['procurement'] });
  const options = { folder, port: 0, host: '127.0.0.1', today: () => TODAY };
  server = await serveCountry(demo, options);
  crowded = await serveCountry(demo, { ...options, caps: { purchases: SHOWN_MAX, notices: 3_000 } });
});
afterEach(() => server.faults.clear());
after(async () => {
  await Promise.all([server.close(), crowded.close()]);
  rmSync(folder, { recursive: true });
});

const site = ({ address }: CountryServer = server) =>
  createSite({
    client: createClient(),
    address,
    turn: async () => {},
    clock: { sleep: async () => {}, random: () => 0 },
  });

const STATES: Record<number, PurchaseState> = {
  3: 'conditionsRefused',
  4: 'lapsed',
  6: 'refused',
  7: 'accepted',
  8: 'lapsed',
};

type Found = { [Kind in ExportKind]: ExportRecords[Kind][] };

async function published(): Promise<{ found: Found; skips: number }> {
  const found: Found = { contracts: [], purchases: [], notices: [], awards: [], modifications: [] };
  let skips = 0;
  for (const name of await readdir(join(folder, 'achizitii'), { recursive: true })) {
    if (!/\.\w+$/.test(name)) continue;
    for await (const batch of readExport(join(folder, 'achizitii', name))) {
      (found[batch.kind] as object[]).push(...batch.records);
      skips += batch.skips.length;
    }
  }
  return { found, skips };
}

const key = ({ id, state, value, authority, cpv, finalizedOn, title }: PurchaseRecord): unknown[] => [
  id,
  state,
  value,
  authority.code,
  authority.name,
  cpv?.code,
  finalizedOn,
  nameKeyOf(title),
];
/** The Windows-1250 files of the system lose the other characters. */
const nameKeyOf = (title: string): string => title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

const byId = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);

test('every export in any format gives the records of the system, without contact persons', async () => {
  const { found, skips } = await published();
  assert.equal(skips, 0);
  const days = found.purchases.map(({ finalizedOn }) => finalizedOn ?? '').sort();
  // Most years export accepted purchases only, without a column of states.
  const stated = new Set(found.purchases.filter(({ state }) => state !== 'unknown').map(({ id }) => id));
  const refused = new Set<string>();
  const expected: unknown[][] = [];
  for (let day = dayNumber(days[0] ?? ''); day <= dayNumber(days.at(-1) ?? ''); day++) {
    for (const purchase of system.purchasesOn(day)) {
      const { number, state, authority, cpv, title } = purchase;
      if (state !== 7) refused.add(`DA${number}`);
      for (const value of closingValuesOf(purchase)) {
        const result = [
          `DA${number}`,
          stated.has(`DA${number}`) ? STATES[state] : 'unknown',
          value,
          authority.code,
          clean(authority.name),
          cpv.code,
        ];
        expected.push([...result, dayText(day), nameKeyOf(title)]);
      }
    }
  }
  const ids = new Set(found.purchases.map(({ id }) => id));
  assert.ok(expected.every(([id]) => ids.has(String(id)) || refused.has(String(id))));
  assert.ok(stated.size > 0 && stated.size < ids.size && ![...refused].some((id) => ids.has(id) && !stated.has(id)));
  // Some rows are exact duplicates.
  assert.ok(found.purchases.length > ids.size);
  const purchases = new Set(found.purchases.map((record) => JSON.stringify(key(record))));
  const stored = expected.filter(([id]) => ids.has(String(id))).map((row) => JSON.stringify(row));
  assert.deepEqual([...purchases].sort(), stored.sort());

  const until = dayNumber(TODAY);
  const last =
    found.contracts
      .map(({ awardedOn }) => awardedOn ?? '')
      .sort()
      .at(-1) ?? '';
  const contracts = system
    .awards(until)
    .filter(({ publishedOn }) => dayText(publishedOn) <= last)
    .flatMap(({ contracts }) => contracts);
  // The first row of a contract; a correction follows it.
  const result = new Map(
    found.contracts.toReversed().map((record) => [`${record.awardNotice} ${record.number} ${record.date}`, record]),
  );
  for (const { award, number, signedOn, kind, value } of contracts) {
    const record = result.get(
      `${award.procedure.type.awardPrefix}${award.number} ${clean(number)} ${dayText(signedOn)}`,
    );
    assert.equal(record?.kind, kind, number);
    if (kind === 'framework' && value === 0) assert.equal(record?.valueRon, 0);
    else if (typoOf('procedure', award.procedure.number) === null) assert.ok((record?.valueRon ?? 0) > 0);
  }
  assert.ok(contracts.length > 500 && found.notices.length > 200 && found.awards.length > 500);
  assertNobody(found);
});

test('supplier reports arrive as the authorities wrote them', async () => {
  const batches = await Array.fromAsync(readReports(fileInput(join(folder, 'import', 'supplier-reports.ndjson'))));
  const records = batches.flatMap((batch) => batch.records);
  assert.deepEqual(records, [...system.reports(dayNumber(TODAY))]);
  assert.ok(records.some(({ damagesAmount }) => damagesAmount !== null));
});

/** Asserts that no e-mail addresses and telephones of the invented clerks are in the records. */
const assertNobody = (records: unknown): void => {
  const text = JSON.stringify(records);
  assert.doesNotMatch(text, /@|\+40|Persoana de contact: \p{L}/u);
};

const expectedPurchases = (): unknown[][] =>
  system
    .purchasesOn(dayNumber(BUSY))
    .map(({ number, state, closingValue, authority, cpv, title }) => [
      `DA${number}`,
      STATES[state],
      closingValue,
      authority.code,
      clean(authority.name),
      cpv.code,
      BUSY,
      nameKeyOf(title),
    ]);

test('the purchases of a day arrive complete, also from a list with a small result limit', async () => {
  const whole = (await Array.fromAsync(purchasesFinalized(site(), BUSY, NOT_CUT))).map(key).sort(byId);
  assert.deepEqual(whole, expectedPurchases().sort(byId));
  assert.ok(whole.length > SHOWN_MAX);
  const sliced = (await Array.fromAsync(purchasesFinalized(site(crowded), BUSY, NOT_CUT))).map(key).sort(byId);
  assert.deepEqual(sliced, whole);
});

test('award notices of direct purchases, notices with lots, and contracts arrive by their days', async () => {
  const awards = await Array.fromAsync(directAwardsPublished(site(), BUSY, NOT_CUT));
  const sliced = await Array.fromAsync(directAwardsPublished(site(crowded), BUSY, NOT_CUT));
  assert.deepEqual(
    awards.map(({ id }) => id).sort(),
    system
      .directAwardsOn(dayNumber(BUSY))
      .map(({ number }) => `DAN${number}`)
      .sort(),
  );
  assert.deepEqual(sliced.map(({ id }) => id).sort(), awards.map(({ id }) => id).sort());

  const days = Array.from({ length: 14 }, (_, i) => addDays(BUSY, -i));
  const notices = (
    await Promise.all(
      days.map((day) => Array.fromAsync(noticesPublished(site(), day, { before: new Map(), details: 'views' }))),
    )
  ).flat();
  const procedures = system
    .procedures(dayNumber(TODAY))
    .filter(({ publishedOn }) => days.includes(dayText(publishedOn)));
  assert.deepEqual(
    notices.map(({ notice, lots, publishedOn }) => `${notice} ${lots?.length} ${publishedOn}`).sort(),
    procedures
      .map(({ type, number, lots, publishedOn }) => `${type.prefix}${number} ${lots.length} ${dayText(publishedOn)}`)
      .sort(),
  );
  assert.ok(
    notices.some(({ lots }) => lots && lots.length > 0) && notices.every(({ deadlineAt }) => deadlineAt !== null),
  );
  assert.ok(notices.every(({ general }) => general?.plan));

  const contracts = (
    await Promise.all(days.map((day) => Array.fromAsync(contractsAwarded(site(), day, () => null))))
  ).flat();
  const awarded = system.awards(dayNumber(TODAY)).filter(({ publishedOn }) => days.includes(dayText(publishedOn)));
  assert.deepEqual(
    contracts.map(({ number, kind, suppliers, lots }) => `${number} ${kind} ${suppliers.length} ${lots}`).sort(),
    awarded
      .flatMap((award) => award.contracts)
      .map(
        ({ number, kind, winners, lots }) =>
          `${clean(number)} ${kind} ${winners.length} ${lots.map((lot) => lot.number)}`,
      )
      .sort(),
  );
  // Award notices of the new electronic form do not name their initiating notice.
  const begun = new Map(awarded.map(({ procedure, number }) => [`${procedure.type.awardPrefix}${number}`, procedure]));
  const cancelled = new Map(
    awarded.map((award) => [
      `${award.procedure.type.awardPrefix}${award.number}`,
      award.cancelledLots.map(({ number }) => String(number)),
    ]),
  );
  const viewed = contracts.filter(({ cancelledLots }) => cancelledLots !== null);
  assert.ok(viewed.length > contracts.length / 2);
  for (const { awardNotice, cancelledLots } of viewed)
    assert.deepEqual(cancelledLots, cancelled.get(awardNotice ?? ''), `${awardNotice}`);
  const linked = contracts.filter(({ notice }) => notice !== null);
  assert.ok(linked.length > contracts.length / 2);
  for (const { awardNotice, notice } of linked) {
    const procedure = begun.get(awardNotice ?? '');
    assert.equal(notice, `${procedure?.type.prefix}${procedure?.number}`);
  }
  assert.ok(
    notices.every(
      ({ publishedAt, publishedOn }) => publishedAt !== null && bucharestDay(Date.parse(publishedAt)) === publishedOn,
    ),
  );
  assertNobody([awards, notices, contracts]);
});

/** The error for each persistent fault. */
const FAULTS: [Fault['kind'], string][] = [
  ['http403', 'rate-limited'],
  ['blocked', 'blocked'],
  ['http429', 'rate-limited'],
  ['http500', 'http-5xx'],
  ['down', 'network'],
  ['rejected', 'firewall'],
  ['truncated', 'WrongShape'],
  ['plainText', 'WrongShape'],
  ['empty', 'WrongShape'],
  ['emptyList', 'WrongShape'],
  ['searchTooLong', 'WrongShape'],
  ['filtersIgnored', 'WrongShape'],
];

for (const [kind, result] of FAULTS) {
  test(`a day with the persistent fault "${kind}" is an error`, async () => {
    server.faults.add('sicap', { kind });
    await assert.rejects(Array.fromAsync(purchasesFinalized(site(), BUSY, NOT_CUT)), (error) => {
      assert.equal(
        error instanceof Failure ? error.outcome.reason : error instanceof WrongShape && 'WrongShape',
        result,
      );
      return true;
    });
  });
}

test('transient faults are retried', async () => {
  for (const kind of ['http403', 'http429', 'http500', 'down'] as const)
    server.faults.add('sicap', { kind, requests: 1 });
  const records = await Array.fromAsync(purchasesFinalized(site(), BUSY, NOT_CUT));
  assert.equal(records.length, expectedPurchases().length);
});
