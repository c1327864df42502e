/** Adds the fields of a participation notice that its list lacks: the hour of publication, the locality of the authority. */
import { type JsonObject, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import { noticeNumber } from '#data/sources/procurement/exports/values.ts';
import type { NoticeRecord } from '#data/sources/procurement/records.ts';
import type { Site } from './site.ts';
import { baniOf, codedText, dayOf, instantOf, partyAt } from './values.ts';

const INVITATION = 'PublicRFQInvitation/getRfqInvitationView/?rfqInvitationId=';

/** By type of notice. Each service has ids of its own. */
const VIEWS: Readonly<Record<number, string>> = {
  2: 'PUBLICCNotice/getPubCNoticeView/?cNoticeId=',
  6: 'PUBLICDCNotice/getDCNoticeView/?dcNoticeId=',
  7: 'PublicPcNotice/getPCNoticeView/?pcNoticeId=',
  12: INVITATION,
  17: INVITATION,
  19: INVITATION,
};

/** `row`: its row in the list, whose fields have precedence. Personal data in the view are not read. */
export async function withView(site: Site, row: JsonObject, record: NoticeRecord): Promise<NoticeRecord> {
  const path = VIEWS[numberOf(row.sysNoticeTypeId) ?? 0];
  const view = path === undefined || record.systemId === null ? null : await site.view(`${path}${record.systemId}`);
  if (view === null || (noticeNumber(textOf(view.noticeNo)) ?? record.notice) !== record.notice) return record;
  const isSameDay = dayOf(view.publicationDate) === record.publishedOn;
  const address = partyAt({ address: view.caAddress });
  return {
    ...record,
    authority: { ...record.authority, city: address?.city ?? null, county: address?.county ?? null },
    publishedAt: record.publishedAt ?? (isSameDay ? instantOf(view.publicationDate) : null),
    deadlineAt: record.deadlineAt ?? instantOf(view.tenderReceiptDeadline),
    state: record.state ?? codedText(view.sysProcedureState),
    procedureType: record.procedureType ?? codedText(view.sysProcedureType),
    procedureId: record.procedureId ?? numberOf(view.procedureId),
    ...(record.estimatedValue === null && valueIn(view)),
  };
}

const valueIn = ({ estimatedValue, currency }: JsonObject): Pick<NoticeRecord, 'estimatedValue' | 'currency'> => ({
  estimatedValue: baniOf(estimatedValue),
  currency: textOf(objectOf(currency).text)?.toUpperCase() ?? 'RON',
});
