/** The schedule of looks at a documentation, answers before and after a look, and the list of procedures; with a test clock. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import { cursors } from '#api/cursor.ts';
import type { NoticeRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { positionNotices } from '#domain/documents/collection/prefetch.ts';
import { analyses } from '#domain/documents/comparison/changed-text.ts';
import { documents } from '#domain/documents/endpoints.ts';
import { documentationOf } from '#domain/documents/tables/documentation-table.ts';
import { NoticeNumber } from '#domain/procurement/notice.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  type CollectingPlace,
  collectingPlace,
  collectUntilIdle,
  type DocumentedCountry,
  documentedCountry,
} from '#test/support/collected-documents.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { type Installation, installation, publications } from '#test/support/ingest-folder.ts';
import { askerWith, callerOf, NOW } from '#test/support/procurement-ask.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const DAY_MS = 86_400_000;
const FOUNDED = '2026-11-15';
const iso = (ms: number): string => new Date(ms).toISOString();

/** Notices stored directly, each in one state; day and number give their order. */
const STATES = [
  ...['available', 'partial', 'collecting', 'retried', 'failed'],
  ...['none', 'withdrawn', 'waiting', 'unheard', 'unflagged', 'gone'],
] as const;
const invented = Array.from({ length: 66 }, (_, i) => ({
  notice: `CN77${1_000 + i}`,
  as: STATES[i % STATES.length] as (typeof STATES)[number],
  // Few days, so that many rows share one.
  day: `2026-10-0${1 + (i % 4)}`,
}));

let sicap: DocumentedCountry;
before(async () => {
  sicap = await documentedCountry();
});
after(() => sicap.close());

onBothEngines((engine) => {
  let location: Installation;
  let collecting: CollectingPlace;
  let dataset: Dataset;
  /** Number of reads of a notice's lists, by its number. */
  const looks = new Map<string, number>();
  /** Notices whose lists cannot be read. */
  const unreadable = new Set<string>();
  let clock = NOW;
  let suspendedSeconds = 0;

  const numberOf = (conduct: 'late' | 'none' | 'ordinary' | 'gap' | 'broken'): string =>
    sicap.asked(sicap.documentation(conduct)).notice;
  const recordOf = (conduct: Parameters<typeof numberOf>[0], deadlineMs: number | null): NoticeRecord => {
    const { notice, systemId } = sicap.asked(sicap.documentation(conduct));
    const deadlineAt = deadlineMs === null ? null : iso(deadlineMs);
    return noticeRecord({ notice, systemId, hasDocuments: true, publishedOn: '2026-11-10', deadlineAt });
  };

  before(async () => {
    location = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    writeIncrement(`${folder}/${INCREMENTS}`, { kind: 'notices', day: '2026-11-12' }, [
      recordOf('late', NOW + 10 * DAY_MS),
      recordOf('none', null),
      recordOf('ordinary', null),
      recordOf('gap', null),
      recordOf('broken', null),
      ...invented
        .filter(({ as }) => as !== 'gone')
        .map(({ notice, as, day }) =>
          noticeRecord({ notice, systemId: null, publishedOn: day, hasDocuments: as === 'unflagged' ? null : true }),
        ),
    ]);
    await location.read(folder, { strict: true });
    dataset = location.store.generations.current() as Dataset;
    collecting = await collectingPlace(location.place, { address: sicap.address, now: () => clock });
    const { needs } = collecting;
    needs.db = location.store.documents;
    const open = needs.documentsClient;
    needs.documentsClient = (signal) => {
      const documentsClient = open(signal);
      const lists: typeof documentsClient.lists = async (requested) => {
        looks.set(requested.notice, (looks.get(requested.notice) ?? 0) + 1);
        if (unreadable.has(requested.notice)) throw new WrongShape('a list', 'documents', 'something else');
        return documentsClient.lists(requested);
      };
      return { ...documentsClient, lists };
    };
  });
  after(async () => {
    await collecting.close();
    await location.store.documents.close();
    await location.store.close();
  });

  const collect = (isAhead = false) => collectUntilIdle(collecting, dataset, isAhead, () => clock);

  const forgetAll = () =>
    location.store.documents.write(
      ['documentation', 'documentation_version', 'documentation_document', 'document'].map((table) => ({
        sql: `delete from ${table}`,
      })),
    );

  const requested = () =>
    callerOf(
      documents({
        documents: location.store.documents,
        state: location.store.state,
        blobs: collecting.blobs,
        hidden: () => noHiddenPersons,
        cursors: cursors('secret'),
        analyses,
        noticeNumber: NoticeNumber,
        notice: async (_, number) => {
          const row = await dataset
            .partGroup('procurement')
            ?.one<{ system_id: number }>('select system_id from notice where notice = $1', [number]);
          return row ? { notice: number, type: 'CN', systemId: row.system_id } : null;
        },
        page: () => null,
        suspendedSeconds: async () => suspendedSeconds,
        example: { notice: 'CN1', document: 'CN1-1' },
      }),
    );
  const JSON_OPERATIONS = ['getDocuments', 'getSigners', 'searchDocuments', 'getDocumentationChanges'];
  const OPERATIONS = [...JSON_OPERATIONS, 'downloadDocumentation'];

  /** The answer of one operation: its result, or the error. */
  async function answer(operations: ReturnType<typeof requested>, id: string, notice: string) {
    try {
      return await operations(dataset, id, { notice }, id === 'searchDocuments' ? 'q=termen' : '', clock);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
  async function refusals(operations: ReturnType<typeof requested>, notice: string): Promise<unknown[]> {
    const met = new Set<string>();
    for (const id of OPERATIONS) {
      const result = await answer(operations, id, notice);
      assert.ok(result instanceof ApiError, id);
      met.add(`${result.code} ${result.headers['retry-after']}`);
    }
    return [...met];
  }
  /** The facts on which all operations agree. */
  async function facts(operations: ReturnType<typeof requested>, notice: string): Promise<unknown> {
    const met = new Map<string, unknown>();
    for (const id of JSON_OPERATIONS) {
      const result = await answer(operations, id, notice);
      assert.ok(!(result instanceof ApiError), `${id}: ${result}`);
      const rows = Array.isArray(result.data) ? result.data : [...result.data.added, ...result.data.changed];
      assert.deepEqual(rows, [], id);
      const { state, lookedAt, nextLookAt } = result.meta.documentation as Record<string, string>;
      met.set(JSON.stringify([state, lookedAt, nextLookAt]), { state, lookedAt, nextLookAt });
    }
    const bundle = await answer(operations, 'downloadDocumentation', notice);
    assert.ok(bundle instanceof ApiError);
    assert.equal(bundle.code, 'NOT_FOUND');
    const details = Object.fromEntries(bundle.details.map(({ name, problem }) => [name, problem]));
    assert.deepEqual([...met.values()], [details], 'all five operations agree');
    return details;
  }

  test('operations give 409 until the first look, then its result until the schedule has the next look', async () => {
    const operations = requested();
    const notice = numberOf('late');
    // Two other notices are queued already.
    for (const conduct of ['none', 'broken'] as const)
      await requestDocuments(location.store.documents, sicap.asked(sicap.documentation(conduct)), clock - 1_000);
    for (let round = 0; round < 2; round++)
      assert.deepEqual(await refusals(operations, notice), ['DOCUMENTATION_NOT_READY 70'], `round ${round}`);
    assert.equal(looks.get(notice), undefined);

    await collect();
    assert.equal(looks.get(notice), 1);
    const looked = { state: 'none', lookedAt: iso(NOW), nextLookAt: iso(NOW + DAY_MS) };
    assert.deepEqual(await facts(operations, notice), looked);
    for (let hour = 1; hour < 24; hour++) {
      clock = NOW + hour * 3_600_000;
      assert.deepEqual(await facts(operations, notice), looked);
      await collect(true);
    }
    assert.equal(looks.get(notice), 1, 'requests cause no look');
    clock = NOW + DAY_MS;
    for (let round = 0; round < 2; round++) await collect(true);
    assert.equal(looks.get(notice), 2, 'the schedule causes the look');
    assert.deepEqual(await facts(operations, notice), {
      state: 'none',
      lookedAt: iso(clock),
      nextLookAt: iso(clock + DAY_MS),
    });
    // The documents are uploaded now.
    sicap.today = '2026-11-18';
    clock = NOW + 3 * DAY_MS;
    await collect(true);
    sicap.today = FOUNDED;
    assert.equal(looks.get(notice), 3);
    const result = await answer(operations, 'getDocuments', notice);
    assert.ok(!(result instanceof ApiError));
    assert.ok(result.data.length > 0);
    assert.equal((result.meta.documentation as { state: string }).state, 'available');
    assert.ok(!((await answer(operations, 'downloadDocumentation', notice)) instanceof ApiError));
  });

  test('without a deadline each wait is as long as all waits before it', async () => {
    const notice = numberOf('none');
    const due = async () => (await documentationOf(location.store.documents, notice))?.due_at ?? 0;
    const first = Date.parse((await documentationOf(location.store.documents, notice))?.since ?? '');
    const days: number[] = [];
    for (let look = 0; look < 5; look++) {
      clock = await due();
      days.push((clock - first) / DAY_MS);
      await collect(true);
    }
    // The looks of the previous test came at its own hours.
    assert.deepEqual(
      days.slice(1).map((day, i) => day / (days[i] ?? 1)),
      [2, 2, 2, 2],
    );
    const before = looks.get(notice);
    clock = first + 400 * DAY_MS;
    await collect(true);
    assert.equal(looks.get(notice), (before ?? 0) + 1);
    assert.equal(
      (await documentationOf(location.store.documents, notice))?.due_at,
      null,
      'no look is scheduled after a year',
    );
  });

  test('a failed look is repeated by schedule, and callers get the time of the next one', async () => {
    const operations = requested();
    const [notice] = ['CN7800001'];
    assert.ok(notice);
    await requestDocuments(location.store.documents, { notice, systemId: 5, typeId: 2 }, clock);
    unreadable.add(notice);
    await collect();
    assert.equal(looks.get(notice), 1);
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(await refusals(operations, notice), ['DOCUMENTATION_NOT_READY 900']);
      await collect();
    }
    assert.equal(looks.get(notice), 1, 'requests before that time cause no look');
    clock += 900_000;
    assert.deepEqual(await refusals(operations, notice), ['DOCUMENTATION_NOT_READY 10']);
    await collect();
    assert.equal(looks.get(notice), 2);
    await location.store.documents.write([{ sql: 'delete from documentation where notice = $1', params: [notice] }]);
  });

  test('a file that could not be fetched is retried by schedule, regardless of requests', async () => {
    const operations = requested();
    const notice = numberOf('broken');
    await forgetAll();
    looks.clear();
    await requestDocuments(location.store.documents, sicap.asked(sicap.documentation('broken')), clock);
    await collect();
    const row = await documentationOf(location.store.documents, notice);
    assert.deepEqual([row?.state, row?.due_at], ['failed', clock + 3_600_000]);
    clock += 3_540_000;
    // Lists whose files fail to download are read once more within a look.
    const before = looks.get(notice) ?? 0;
    const bundle = await answer(operations, 'downloadDocumentation', notice);
    assert.ok(bundle instanceof ApiError);
    assert.deepEqual([bundle.code, bundle.details[0]?.problem], ['NOT_FOUND', 'failed']);
    await collect();
    assert.equal(looks.get(notice), before);
    clock += 60_000;
    await answer(operations, 'downloadDocumentation', notice);
    await collect();
    assert.equal(looks.get(notice), 2 * before);
  });

  /** The answer of one operation on one document: OK, or the code, `Retry-After` and problems. */
  async function ofDocument(operations: ReturnType<typeof requested>, operation: string, id: string) {
    try {
      await operations(dataset, operation, { id }, '', clock);
      return ['OK'];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [error.code, error.headers['retry-after'] ?? null, ...error.details.map(({ problem }) => problem)];
    }
  }

  test('the error for a missing document gives the time of the next look, or that none is planned', async () => {
    const { documents: db } = location.store;
    const operations = requested();
    const notice = numberOf('broken');
    await forgetAll();
    await requestDocuments(db, sicap.asked(sicap.documentation('broken')), clock);
    await collect();
    const [document] = await db.all<{ id: string }>('select id from document where notice = $1', [notice]);
    const id = document?.id ?? '';
    for (const operation of ['getDocumentText', 'downloadDocument'])
      assert.deepEqual(await ofDocument(operations, operation, id), ['UPSTREAM_UNAVAILABLE', '3600']);
    suspendedSeconds = 20_000;
    assert.deepEqual(await ofDocument(operations, 'getDocumentText', id), ['UPSTREAM_UNAVAILABLE', '20010']);
    suspendedSeconds = 0;
    // All attempts failed: no look is planned.
    await db.write([{ sql: 'update documentation set due_at = null' }]);
    const away = ['NOT_FOUND', null, 'failed', iso(clock)];
    for (const operation of ['getDocumentText', 'downloadDocument'])
      assert.deepEqual(await ofDocument(operations, operation, id), away);
    await db.write([{ sql: `update document set state = 'listed'` }]);
    assert.deepEqual(await ofDocument(operations, 'downloadDocument', id), away);
    // A day later a request causes a look.
    clock += DAY_MS + 1;
    assert.deepEqual(await ofDocument(operations, 'downloadDocument', id), ['DOCUMENTATION_NOT_READY', '10']);
    const before = looks.get(notice) ?? 0;
    await collect();
    assert.ok((looks.get(notice) ?? 0) > before);
  });

  test('files of an older version cause no look, and their error promises none', async () => {
    const { documents: db } = location.store;
    const operations = requested();
    const notice = numberOf('ordinary');
    await forgetAll();
    await requestDocuments(db, sicap.asked(sicap.documentation('ordinary')), clock);
    await collect();
    const [document] = await db.all<{ id: string }>('select id from document where notice = $1 order by id', [notice]);
    const id = document?.id ?? '';
    // The newest list names all documents but one; the file of that one was deleted to free space.
    await db.write([
      {
        sql: `insert into documentation_version (notice, version, seen_at, state, since)
              select notice, 2, seen_at, 'available', since from documentation_version`,
      },
      {
        sql: `insert into documentation_document (notice, version, document_id)
              select notice, 2, document_id from documentation_document where document_id <> $1`,
        params: [id],
      },
      { sql: `update documentation_version set state = 'superseded' where version = 1` },
      { sql: 'update documentation set version = 2' },
      {
        sql: `update document set state = 'listed', file_sha256 = null, content_sha256 = null where id = $1`,
        params: [id],
      },
    ]);
    const before = looks.get(notice);
    for (let hour = 1; hour <= 3; hour++) {
      clock += 3_600_000;
      assert.ok(await operations(dataset, 'downloadDocumentation', { notice }, 'version=1', clock));
      const [code, seconds] = await ofDocument(operations, 'downloadDocument', id);
      assert.deepEqual([code, seconds], ['NOT_FOUND', null]);
      await collect();
    }
    assert.equal(looks.get(notice), before);
  });

  test('before the first look the retry time includes a suspension of all requests and the length of the queue', async () => {
    const { documents: db } = location.store;
    const operations = requested();
    const notice = numberOf('late');
    await forgetAll();
    suspendedSeconds = 7_000;
    assert.deepEqual(await refusals(operations, notice), ['DOCUMENTATION_NOT_READY 7010']);
    await db.write([
      {
        sql: `insert into documentation (notice, system_id, type_id, state, since, due_at, asked_at, attempts)
              select 'X' || notice, 1, 2, state, since, due_at, asked_at, 0 from documentation`,
      },
      ...Array.from({ length: 10 }, (_, i) => ({
        sql: `insert into documentation (notice, system_id, type_id, state, since, due_at, asked_at, attempts)
              select 'Y${i}' || notice, 1, 2, state, since, due_at, asked_at, 0 from documentation`,
      })),
    ]);
    const other = numberOf('none');
    const [{ count }] = (await db.all<{ count: number }>('select count(*) as count from documentation')) as [
      { count: number },
    ];
    assert.ok(count >= 1_000);
    assert.deepEqual(await refusals(operations, other), [`DOCUMENTATION_NOT_READY ${7_000 + 30 * count}`]);
    suspendedSeconds = 0;
    await forgetAll();
  });

  test('without prefetch, requested notices are looked at by schedule and other rows only on request', async () => {
    const { documents: db } = location.store;
    const operations = requested();
    const notice = numberOf('none');
    await forgetAll();
    looks.clear();
    await refusals(operations, notice);
    await collect();
    assert.equal(looks.get(notice), 1);
    clock += DAY_MS;
    await collect();
    assert.equal(looks.get(notice), 2, 'by schedule');
    // Prefetched, by a service that no longer prefetches.
    await db.write([{ sql: 'update documentation set wanted_at = null' }]);
    clock += 2 * DAY_MS;
    await collect();
    assert.equal(looks.get(notice), 2);
    await facts(operations, notice);
    await collect();
    assert.equal(looks.get(notice), 3);
    await facts(operations, notice);
    await collect();
    assert.equal(looks.get(notice), 3, 'once for each time of the schedule');
  });

  test('notices without documents from before the schedule existed are looked at again', async () => {
    const { documents: db } = location.store;
    const notice = numberOf('none');
    await forgetAll();
    looks.clear();
    await requestDocuments(db, sicap.asked(sicap.documentation('none')), clock);
    await collect();
    await db.write([{ sql: 'update documentation set due_at = null' }]);
    clock += 5 * DAY_MS;
    await collect(true);
    assert.equal(looks.get(notice), 2);
    assert.ok(((await documentationOf(db, notice))?.due_at ?? 0) > clock);
  });

  test('the reason of a failed look is cleared by the next successful look', async () => {
    const { documents: db } = location.store;
    const notice = numberOf('none');
    await forgetAll();
    await requestDocuments(db, sicap.asked(sicap.documentation('none')), clock);
    await collect();
    clock += DAY_MS;
    unreadable.add(notice);
    await collect();
    assert.ok((await documentationOf(db, notice))?.reason);
    unreadable.delete(notice);
    clock += DAY_MS;
    await collect();
    const row = await documentationOf(db, notice);
    assert.deepEqual([row?.state, row?.reason, row?.looked_at], ['none', null, iso(clock)]);
  });

  async function wholeList(ask: ReturnType<typeof askerWith>, query: string, limit: number) {
    const rows: { notice: string; state: string }[] = [];
    let total = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, page } = await ask(
        dataset,
        'getProcedures',
        {},
        `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        clock,
      );
      assert.equal(page.offset, rows.length);
      for (const { notice, documentation } of data) rows.push({ notice, state: documentation.state });
      assert.ok(rows.length <= 200, 'the list ends');
      assert.equal(page.totalRelation, 'exact');
      total = page.total ?? -1;
      cursor = page.nextCursor;
    }
    assert.equal(total, rows.length, `${query}: the total counts the same set`);
    return rows;
  }

  /** The state in the store, and its group and state in the list; null for a notice that is not listed. */
  const LISTED: Record<(typeof STATES)[number], [group: number, state: string] | null> = {
    available: [0, 'available'],
    partial: [0, 'partial'],
    // Collected once, now being collected again.
    retried: [0, 'collecting'],
    collecting: [1, 'collecting'],
    failed: [1, 'failed'],
    waiting: [2, 'announced'],
    unheard: [2, 'announced'],
    none: null,
    withdrawn: null,
    // Available, though its source does not flag it as having documents.
    unflagged: [0, 'available'],
    // From an earlier dataset.
    gone: null,
  };

  test('the procedure list has files first, no row without documentation, each row once, for any page size', async () => {
    const { documents: db } = location.store;
    await forgetAll();
    await db.write(
      invented.flatMap(({ notice, as }) => {
        if (as === 'unheard') return [];
        const state =
          { retried: 'collecting', waiting: 'announced', unflagged: 'available', gone: 'available' }[as as string] ??
          as;
        const hasFiles = state === 'available' || state === 'partial' || as === 'retried';
        return {
          sql: `insert into documentation (notice, system_id, type_id, state, since, looked_at, collected_at, attempts)
                values ($1, 1, 2, $2, $3, $4, $5, 0)`,
          params: [notice, state, iso(NOW), as === 'waiting' ? null : iso(NOW), hasFiles ? iso(NOW) : null],
        };
      }),
    );
    // Notices of the simulated system are announced, without a look so far.
    const announced = ['late', 'none', 'ordinary', 'gap', 'broken'].map((conduct) => ({
      notice: numberOf(conduct as 'late'),
      day: '2026-11-10',
      group: 2,
      state: 'announced',
    }));
    const expected = [
      ...announced,
      ...invented.flatMap(({ notice, as, day }) => {
        const entries = LISTED[as];
        return entries ? [{ notice, day, group: entries[0], state: entries[1] }] : [];
      }),
    ].sort((a, b) => a.group - b.group || (a.day === b.day ? (a.notice < b.notice ? 1 : -1) : a.day < b.day ? 1 : -1));
    const numbers = (rows: readonly { notice: string }[]) => rows.map(({ notice }) => notice);
    const ask = askerWith(db);
    // Before the notices have positions, each is listed all the same; only the total still counts removed ones.
    const { data } = await ask(dataset, 'getProcedures', {}, 'limit=200', clock);
    assert.deepEqual(numbers(data).toSorted(), numbers(expected).toSorted());
    await positionNotices(db, dataset.partGroup('procurement') as Dataset['db']);
    for (const limit of [1, 7, 200])
      assert.deepEqual(
        (await wholeList(ask, '', limit)).map(({ notice, state }) => [notice, state]),
        expected.map(({ notice, state }) => [notice, state]),
      );
    for (const state of ['available', 'partial', 'collecting', 'failed', 'announced'])
      assert.deepEqual(
        await wholeList(ask, `state=${state}`, 4),
        expected.filter((row) => row.state === state).map(({ notice }) => ({ notice, state })),
      );
    for (const offset of [0, 5, 20, 30, 41, expected.length])
      assert.deepEqual(
        numbers((await ask(dataset, 'getProcedures', {}, `limit=9&offset=${offset}`, clock)).data),
        numbers(expected.slice(offset, offset + 9)),
        `behind ${offset}`,
      );
    await assert.rejects(ask(dataset, 'getProcedures', {}, 'state=none', clock), { code: 'INVALID_PARAMETER' });
  });

  test('the list and its total follow every look', async () => {
    const { documents: db } = location.store;
    await forgetAll();
    const ask = askerWith(db);
    const before = await wholeList(ask, '', 50);
    await collect(true);
    // The looks become due a millisecond after each other.
    clock += 60_000;
    await collect(true);
    const rows = await wholeList(ask, '', 50);
    const stateOf = (notice: string) => rows.find((row) => row.notice === notice)?.state;
    assert.deepEqual(
      (['ordinary', 'gap', 'broken', 'late', 'none'] as const).map((conduct) => stateOf(numberOf(conduct))),
      ['available', 'partial', 'failed', undefined, undefined],
    );
    assert.equal(rows.length, before.length - 2);
    assert.deepEqual(new Set(rows.slice(0, 2).map(({ state }) => state)), new Set(['available', 'partial']));
    assert.equal(rows[2]?.state, 'failed');
    assert.ok(rows.slice(3).every(({ state }) => state === 'announced'));
  });
});
