/** The list of participation notices, newest change first. It filters by the day of publication, but does not contain it. */
import type { Answer } from '#demo-country/answer.ts';
import type { ContractType } from './cpv.ts';
import { noticeNumberOf } from './export-rows.ts';
import type { Procedure } from './procedure.ts';
import type { Procurement } from './system.ts';
import { type Body, coded, dayIn, instant, lei, numberIn, page, passes } from './wire.ts';

/** The system has three ids for one procedure. */
export const NOTICE_ID = 100_000_000;
export const NOTICE_OF_ANY_KIND_ID = 200_000_000;
export const PROCEDURE_ID = 500_000_000;

export const STATES = {
  running: coded(2, 'In desfasurare'),
  cancelled: coded(3, 'Anulata'),
  awarded: coded(5, 'Atribuita'),
};

const CONTRACT_TYPES: Record<ContractType, number> = { Furnizare: 1, Servicii: 2, Lucrari: 3 };
export const contractType = (type: ContractType) => coded(CONTRACT_TYPES[type], type);
export const assignment = (isFramework: boolean) =>
  isFramework ? coded(2, 'Incheierea unui acord-cadru') : coded(1, 'Un contract de achizitii publice');

export function listNotices(system: Procurement, body: Body, today: number, cap: number): Answer {
  const types = Array.isArray(body.sysNoticeTypeIds) ? body.sysNoticeTypeIds : [];
  const cpv = numberIn(body, 'cPVId');
  const procedureType = numberIn(body, 'sysProcedureTypeId');
  const state = numberIn(body, 'sysProcedureStateId');
  const authority = numberIn(body, 'contractingAuthorityId');
  const published = between(body, 'startPublicationDate', 'endPublicationDate');
  const deadline = between(body, 'startTenderReceiptDeadline', 'endTenderReceiptDeadline');
  const rows = system
    .procedures(today)
    .filter(
      (procedure) =>
        published(procedure.publishedOn) &&
        (types.length === 0 || types.includes(procedure.type.typeId)) &&
        deadline(procedure.deadlineOn) &&
        passes(cpv, procedure.cpv.id) &&
        passes(procedureType, procedure.procedureType.id) &&
        passes(state, stateOn(procedure, today).id) &&
        passes(authority, procedure.authority.id),
    )
    .sort((a, b) => changedOn(b, today) - changedOn(a, today) || b.number - a.number);
  return page(rows, body, cap, (procedure) => noticeItem(procedure, today));
}

export function between(body: Body, from: string, until: string): (day: number) => boolean {
  const [first, last] = [dayIn(body, from), dayIn(body, until)];
  return (day) => (first === null || day >= first) && (last === null || day <= last);
}

export function stateOn({ cancelledOn, awards }: Procedure, today: number): (typeof STATES)[keyof typeof STATES] {
  if (cancelledOn !== null && cancelledOn <= today) return STATES.cancelled;
  const [award] = awards;
  return award && award.publishedOn <= today ? STATES.awarded : STATES.running;
}

function changedOn({ publishedOn, cancelledOn, awards }: Procedure, today: number): number {
  if (cancelledOn !== null && cancelledOn <= today) return cancelledOn;
  const [award] = awards;
  return award && award.publishedOn <= today ? award.publishedOn : publishedOn;
}

/** Fields of a procedure in both lists of notices. */
export const commonFields = (procedure: Procedure) => {
  const { authority, cpv, title, isFramework, isOnline, lots, number } = procedure;
  return {
    noticeId: NOTICE_OF_ANY_KIND_ID + number,
    procedureId: PROCEDURE_ID + number,
    contractingAuthorityNameAndFN: `${authority.code} - ${authority.name}`,
    contractTitle: title,
    sysAcquisitionContractType: contractType(cpv.contractType),
    sysProcedureType: coded(procedure.procedureType.id, procedure.procedureType.text),
    sysContractAssigmentType: assignment(isFramework),
    cpvCodeAndName: cpv.printed,
    isOnline,
    hasLots: lots.length > 0,
    sysNoticeState: coded(2, 'Publicat'),
    sysNoticeVersionId: 2,
  };
};

export function noticeItem(procedure: Procedure, today: number) {
  const { number, type, deadlineOn, deadlineAt, publishedAt, estimatedValue } = procedure;
  const deadline = instant(deadlineOn, deadlineAt);
  return {
    cNoticeId: NOTICE_ID + number,
    ...commonFields(procedure),
    noticeNo: noticeNumberOf(procedure),
    sysNoticeTypeId: type.typeId,
    sysProcedureState: stateOn(procedure, today),
    estimatedValueRon: lei(estimatedValue),
    noticeStateDate: instant(changedOn(procedure, today), publishedAt),
    minTenderReceiptDeadline: deadline,
    maxTenderReceiptDeadline: deadline,
    tenderReceiptDeadlineExport: deadline,
  };
}
