/** Documents of procedures: what they need of procurement is handed over here. */

import { createProcurementHold } from '#data/live/procurement-hold.ts';
import { documents } from '#domain/documents/endpoints.ts';
import { loaded } from '#domain/procurement/loaded.ts';
import { NoticeNumber } from '#domain/procurement/notice.ts';
import { noticeNumbered } from '#domain/procurement/notices-table.ts';
import { noticePage } from '#domain/procurement/public-pages.ts';
import type { DomainNeeds } from './needs.ts';

export const documentModules = ({ store, blobs, hidden, cursors, analyses, examples, report }: DomainNeeds) =>
  documents({
    documents: store.documents,
    state: store.state,
    blobs,
    hidden,
    cursors,
    analyses,
    noticeNumber: NoticeNumber,
    async notice(dataset, number) {
      const row = await noticeNumbered(loaded(dataset), number);
      return row && { notice: row.notice, type: row.type, systemId: row.system_id };
    },
    page: (dataset, { type, systemId }) => noticePage(dataset, type, systemId),
    async heldSeconds() {
      const hold = await createProcurementHold(store.live).noted();
      return Math.max(0, Math.ceil((hold?.left ?? 0) / 1_000));
    },
    example: examples.documents,
    report,
  });
