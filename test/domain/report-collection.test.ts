/** Supplier-performance reports of award notices, from the procurement system to the parsed reports: each is collected or counted. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ReportRecord } from '#data/sources/procurement/records.ts';
import { awardTypeId } from '#data/sources/procurement/site/award-views.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { reportFiles } from '#demo-country/documents/report-files.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { openHere } from '#demo-country/installation/file-readers.ts';
import { isMiscounted } from '#demo-country/procurement/award-details.ts';
import { awardNumberOf } from '#demo-country/procurement/export-rows.ts';
import { AWARD_ID } from '#demo-country/procurement/list-awards.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import { createOpener, type Opener } from '#domain/documents/opener/opener.ts';
import { reportLine } from '#domain/documents/report-line.ts';
import { documentationOf, documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { openedReports, reportText } from '#domain/documents/tables/documents-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  type CollectingPlace,
  collectingPlace,
  type DocumentedCountry,
  documentedCountry,
} from '#test/support/collected-documents.ts';

const FOUNDED = '2026-11-15';
const system = country({ seed: 'collected', companies: 400, founded: FOUNDED }).procurement();
/** Excludes award notices of the new electronic form, which have no view. */
const isViewed = ({ number }: { number: number }): boolean => number % 17 !== 0;
const reported = [...system.awards(dayNumber(FOUNDED))]
  .filter(isViewed)
  .map((award) => ({ award, files: reportFiles(system, award, dayNumber(FOUNDED)) }))
  .filter(({ files }) => files.length > 0);
const some = [
  ...reported.filter(({ award }) => isMiscounted(award)).slice(0, 3),
  ...reported.filter((each) => !isMiscounted(each.award)).slice(0, 9),
];

onBothEngines((engine) => {
  let sicap: DocumentedCountry;
  let location: CollectingPlace;
  let opener: Opener;
  before(async () => {
    sicap = await documentedCountry();
    const open = (...requested: Parameters<Opener['openDocuments']>) => opener.openDocuments(...requested);
    location = await collectingPlace(await engine.place(), { address: sicap.address, open });
    const { db: documents, blobs, folder } = location.needs;
    writeDemoTrust(join(folder, 'trust'), Date.parse(FOUNDED));
    mkdirSync(join(folder, 'opening'));
    opener = createOpener({
      documents,
      blobs,
      trust: join(folder, 'trust'),
      folder: join(folder, 'opening'),
      sandbox: openHere,
    });
    for (const { award } of some) {
      const notice = awardNumberOf(award);
      const typeId = awardTypeId(notice);
      assert.ok(typeId, notice);
      await collectNotice(
        { notice, systemId: AWARD_ID + award.number, typeId },
        location.needs,
        new AbortController().signal,
      );
    }
  });
  after(async () => {
    opener.close();
    await location.close();
    await sicap.close();
  });

  test('the announced reports of an award notice are collected, or its documentation counts the missing ones', async () => {
    assert.ok(some.length > 8, String(some.length));
    let missing = 0;
    for (const each of some) {
      const notice = awardNumberOf(each.award);
      const row = await documentationOf(location.store.documents, notice);
      const documents = await documentsOf(location.store.documents, notice, row?.version ?? 0);
      assert.deepEqual(
        documents.map(({ ack_doc_id, state, section }) => [ack_doc_id, state, section]),
        each.files.map(({ report }) => [report.ackDocId, 'opened', 'supplierReport']),
      );
      if (!isMiscounted(each.award)) {
        assert.deepEqual([row?.state, row?.reason], ['available', null]);
        continue;
      }
      missing++;
      assert.equal(row?.state, 'partial');
      assert.deepEqual(JSON.parse(row?.reason ?? '').values, { unlisted: 1, count: documents.length + 1 });
    }
    assert.ok(missing > 0);
  });

  test('the parsed fields of a report equal those of its author, or are null', async () => {
    const truth = new Map(some.flatMap(({ files }) => files.map(({ report }) => [report.ackDocId, report] as const)));
    let rated = 0;
    for await (const row of openedReports(location.store.documents)) {
      const report = truth.get(row.ack_doc_id) as ReportRecord;
      const { authority, supplier, contractNumber: number, contractDate: date, notice } = report;
      const line = reportLine(
        {
          ackDocId: row.ack_doc_id,
          documentId: row.id,
          name: row.name,
          issuedOn: row.published_on,
          text: await reportText(location.store.documents, row.content_sha256 ?? ''),
        },
        [{ number, date, notice, authority, suppliers: [supplier] }],
      ) as Partial<ReportRecord> & { damagesLei: number | null };
      assert.equal(line.issuedOn, report.issuedOn);
      assert.equal(line.kind, report.kind);
      assert.ok(line.rating === report.rating || line.rating === null, `${line.rating} ${report.rating}`);
      if (line.rating !== null) rated++;
      assert.ok(line.damagesClaimed === report.damagesClaimed || line.damagesClaimed === null);
      if (line.damagesClaimed) assert.equal(line.damagesLei, (report.damagesAmount ?? 0) / 100);
    }
    assert.ok(rated > truth.size / 2, `${rated} of ${truth.size}`);
  });
});
