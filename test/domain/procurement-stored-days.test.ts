/** A lost live store: served data of the procurement lists stays until the same days were collected again. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkStore } from '#cli/doctor/store.ts';
import { type Acceptance, WHOLE_ONLY } from '#data/ingest/completeness.ts';
import { type IncrementName, linesOf } from '#data/ingest/procurement/increments.ts';
import { storedIncrements, storeIncrement } from '#data/ingest/procurement/increments-table.ts';
import { ingestRecent, isRecentDue } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { dayText } from '#domain/procurement/day-number.ts';
import { kindList, roleNumber } from '#domain/procurement/rollup-tables.ts';
import { addDays } from '#lib/values/date.ts';
import { readConfig } from '#server/config/config.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { awardRecord, party, purchaseRecord } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';
import { isLongTier } from '#test/support/tier.ts';

const SMALLER = { ...WHOLE_ONLY, smaller: true };
const [SECOND, THIRD, FOURTH, FIFTH] = ['2026-09-02', '2026-09-03', '2026-09-04', '2026-09-05'] as const;

onBothEngines((engine) => {
  /** With exports up to the first of September, and no list collected yet. */
  async function begun() {
    const location = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    exported(folder, 'a.csv', 'DA1', '2026-09-01');
    const { store } = location;
    const { generations, live } = store;
    const dataset = (): Dataset => generations.current() ?? assert.fail('a generation is served');
    const keep = async (name: IncrementName, records: unknown[], at: number): Promise<void> =>
      storeIncrement(live, name, linesOf(records), { on: '2026-09-10', at, url: null });
    let at = 0;
    /** Stores one purchase for each of these days, dated that day. */
    const askedPurchases = async (...days: string[]): Promise<void> => {
      for (const day of days)
        await keep(
          { kind: 'purchases', day },
          [purchaseRecord({ id: `DA${day.replaceAll('-', '')}`, finalizedOn: day, value: 1_00 })],
          ++at,
        );
    };
    const { folder: data, databaseUrl } = location.place;
    return {
      config: readConfig({ FIRMOTECA_DATA: data, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }),
      store,
      folder,
      dataset,
      askedPurchases,
      asked: (name: IncrementName, records: unknown[]) => keep(name, records, ++at),
      lose: () => live.write([{ sql: 'delete from procurement_increment' }]),
      recent: (accept?: Acceptance) => ingestRecent({ ...store, progress: silent, ...(accept && { accept }) }),
      load: async (accept: Acceptance = WHOLE_ONLY) =>
        ingest({
          ...store,
          publications: await findPublications(folder),
          increments: await storedIncrements(live),
          personKey: 'k',
          strict: false,
          accept,
          progress: silent,
        }),
      isDue: async () => isRecentDue(dataset(), await storedIncrements(live)),
      part: (name: string): Part => dataset().manifest.parts.find((each) => each.name === name) ?? assert.fail(name),
      /** Days of the served purchases, and their count in the sums. */
      async served() {
        const db = dataset().partGroup('procurement') ?? assert.fail();
        const rows = await db.all<{ day: number }>('select day from purchase order by day');
        const sum = await db.one<{ count: number }>(
          `select sum(count) as count from party_year where role = ${roleNumber('authority')} and kind in (${kindList('purchase', 'unstated')})`,
        );
        return { days: rows.map(({ day }) => dayText(day).slice(5)), summed: Number(sum?.count) };
      },
    };
  }

  const outcomeOf = ({ parts }: IngestReport, name: string) => parts.find(({ part }) => part === name);

  test('the served part stays with a message about the missing days, and is replaced once they are collected', async () => {
    const one = await begun();
    await one.load();
    await one.askedPurchases(SECOND, THIRD, FOURTH);
    await one.asked({ kind: 'awards', day: FOURTH }, [awardRecord({ publishedOn: FOURTH })]);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.problem, null, 'a first part is compared with none');
    const { id } = one.part('recent');
    await one.lose();
    assert.equal((await one.recent()).published, false, 'an empty store builds no part');
    // The newest days are collected again, and one more.
    await one.askedPurchases(FOURTH, FIFTH);
    const refused = await one.recent();
    const sentence =
      'recent: expected every day of the lists that is served, found purchases without 2 days from 2026-09-02 to 2026-09-03, awards without 2026-09-04; published once the lists were asked for them again, or by --accept-smaller.';
    assert.deepEqual(
      [outcomeOf(refused, 'recent')?.outcome, outcomeOf(refused, 'recent')?.problem],
      ['carriedOver', sentence],
    );
    assert.deepEqual([one.part('recent').id, one.part('recent').stale], [id, sentence], 'the part has the message');
    const result = (await checkStore(one.config)).find(({ check }) => check === 'part recent');
    assert.deepEqual([result?.state, result?.found], ['wrong', `stale: ${sentence}`]);
    assert.match(result?.advice ?? '', /npx firmoteca collect procurement/);
    assert.deepEqual(await one.served(), { days: ['09-01', '09-02', '09-03', '09-04'], summed: 4 });
    assert.equal((await one.recent()).published, false, 'the same state again publishes nothing');
    assert.equal(await one.isDue(), false);
    // Both ends are collected again, and a day between them is not.
    await one.asked({ kind: 'awards', day: FOURTH }, [awardRecord({ publishedOn: FOURTH })]);
    await one.askedPurchases(SECOND);
    assert.match(outcomeOf(await one.recent(), 'recent')?.problem ?? '', /found purchases without 2026-09-03; /);
    assert.equal(await one.isDue(), false);
    // The source has removed its records of the day: the day was collected, and counts.
    await one.asked({ kind: 'purchases', day: THIRD }, []);
    assert.equal(await one.isDue(), true, 'also for a host that did not collect the day itself');
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'loaded');
    assert.equal(one.part('recent').stale, null);
    assert.deepEqual(await one.served(), { days: ['09-01', '09-02', '09-04', '09-05'], summed: 4 });
    await one.store.close();
  });

  // The SQLite run has every statement of the others.
  if (engine.name === 'postgres' && !isLongTier) return;

  test('the operator can force publication', async () => {
    const one = await begun();
    await one.load();
    await one.askedPurchases(SECOND, THIRD);
    await one.recent();
    await one.lose();
    await one.askedPurchases(THIRD);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'carriedOver');
    assert.equal(outcomeOf(await one.recent(SMALLER), 'recent')?.outcome, 'loaded');
    assert.deepEqual(await one.served(), { days: ['09-01', '09-03'], summed: 2 });
    assert.equal(one.part('recent').stale, null);
    await one.store.close();
  });

  test('days that exports cover by now or that are no longer collected do not delay publication', async () => {
    const one = await begun();
    await one.load();
    await one.askedPurchases(SECOND, THIRD, FOURTH);
    await one.recent();
    exported(one.folder, 'b.csv', 'DA2', THIRD);
    await one.load();
    await one.lose();
    await one.askedPurchases(FOURTH, FIFTH);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'loaded');
    assert.deepEqual(await one.served(), { days: ['09-01', '09-03', '09-04', '09-05'], summed: 4 });
    // Lists are collected for 300 days back: counted from the last of these days, the fourth of September is one too many.
    await one.lose();
    const [lastOfWaiting, later] = [addDays(FOURTH, 299), addDays(FOURTH, 300)];
    await one.askedPurchases(FIFTH, lastOfWaiting);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'carriedOver');
    await one.askedPurchases(later);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'loaded');
    await one.store.close();
  });

  test('a new export waits for its missing list days, so that no day is missing or counted twice', async () => {
    const one = await begun();
    await one.load();
    await one.askedPurchases(SECOND, THIRD, FOURTH);
    await one.recent();
    const ids = [one.part('procurement').id, one.part('recent').id];
    // The same purchase as in the lists.
    exported(one.folder, 'b.csv', `DA${SECOND.replaceAll('-', '')}`, SECOND);
    await one.lose();
    for (const again of [async () => {}, () => one.askedPurchases(FOURTH)]) {
      await again();
      const report = await one.load();
      for (const name of ['procurement', 'recent']) {
        assert.equal(outcomeOf(report, name)?.outcome, 'carriedOver', name);
        assert.match(one.part(name).stale ?? '', /purchases without .*2026-09-03/, name);
      }
      assert.deepEqual([one.part('procurement').id, one.part('recent').id], ids);
      assert.deepEqual(await one.served(), { days: ['09-01', '09-02', '09-03', '09-04'], summed: 4 });
    }
    await one.askedPurchases(THIRD);
    const report = await one.load();
    assert.deepEqual(
      ['procurement', 'recent'].map((name) => outcomeOf(report, name)?.outcome),
      ['loaded', 'loaded'],
    );
    assert.deepEqual(await one.served(), { days: ['09-01', '09-02', '09-03', '09-04'], summed: 4 });
    await one.store.close();
  });

  test('reports are not compared, and a file with records of another day than its name lacks no day', async () => {
    const one = await begun();
    await one.load();
    const report = {
      ackDocId: 'R1',
      supplier: party('90000014'),
      authority: party('4305857'),
      issuedOn: SECOND,
      kind: 'final',
      contractNumber: null,
      contractDate: null,
      notice: null,
      rating: null,
      damagesClaimed: null,
      damagesLei: null,
      text: 'Bine',
      documentId: null,
    };
    await one.asked({ kind: 'reports', day: SECOND }, [report]);
    await one.asked({ kind: 'purchases', day: FOURTH }, [purchaseRecord({ id: 'DA7', finalizedOn: SECOND })]);
    await one.recent();
    await one.askedPurchases(FIFTH);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'loaded');
    await one.store.live.write([{ sql: "delete from procurement_increment where kind = 'reports'" }]);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'loaded');
    // Reports alone are no reason to drop the data of the lists.
    await one.lose();
    await one.asked({ kind: 'reports', day: SECOND }, [report]);
    assert.equal(outcomeOf(await one.recent(), 'recent')?.outcome, 'carriedOver');
    assert.deepEqual(await one.served(), { days: ['09-01', '09-02', '09-05'], summed: 3 });
    await one.store.close();
  });
});

/** Writes an export of one purchase. */
function exported(folder: string, name: string, id: string, day: string): void {
  const location = join(folder, 'achizitii-publice-2026');
  mkdirSync(location, { recursive: true });
  const header =
    'Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode';
  const row = `ALFA SRL^RO 90000014^Romania^Cluj^^Cumparare directa^MUNICIPIUL CLUJ^4305857^${id}^${day} 10:00:00^Hartie^Contract^^${day} 11:00:00^Hartie^1^RON^1^^1^30197644-2`;
  writeFileSync(join(location, name), `${header}\n${row}\n`);
}
