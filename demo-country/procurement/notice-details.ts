/** Details of a participation notice: several views of it, with the clerks' names, numbers and addresses in fields and in texts. */
import { type Answer, json, plain } from '#demo-country/answer.ts';
import { dayText } from '#demo-country/days.ts';
import { chance } from '#demo-country/random.ts';
import type { Cpv } from './cpv.ts';
import { awardNumberOf, noticeNumberOf } from './export-rows.ts';
import { AWARD_ID } from './list-awards.ts';
import { assignment, contractType, NOTICE_ID, NOTICE_OF_ANY_KIND_ID, stateOn } from './list-notices.ts';
import { contactLine, contactOf } from './party.ts';
import type { Lot, Procedure } from './procedure.ts';
import type { Procurement } from './system.ts';
import { xmlText } from './table.ts';
import { type Body, coded, instant, lei, numberIn } from './wire.ts';

const DF_NOTICE_ID = 600_000_000;

export const codeOf = (cpv: Cpv) => ({ id: cpv.id, text: cpv.title, localeKey: `${cpv.code}-${cpv.check}` });

/** Requested by the id of the list, under another name for each type of notice. */
export function noticeView(system: Procurement, query: URLSearchParams, today: number): Answer {
  const id = Number(
    query.get('cNoticeId') ?? query.get('rfqInvitationId') ?? query.get('dcNoticeId') ?? query.get('pcNoticeId'),
  );
  const procedure = system.procedure(id - NOTICE_ID, today);
  if (!procedure) return plain('Nu exista anuntul cerut.', 400);
  const { number, authority, publishedOn, publishedAt, deadlineOn, deadlineAt } = procedure;
  const contact = contactOf(number);
  return json({
    cNoticeId: id,
    noticeId: NOTICE_OF_ANY_KIND_ID + number,
    hasEformsDocuments: isForm(procedure),
    noticeNo: noticeNumberOf(procedure),
    sysNoticeTypeId: procedure.type.typeId,
    title: procedure.title,
    contractingAuthorityId: authority.id,
    publicationDate: instant(publishedOn, publishedAt),
    tenderReceiptDeadline: instant(deadlineOn, deadlineAt),
    sysProcedureState: stateOn(procedure, today),
    assignedCAUser: contact.name,
    assignedCAUserEmail: contact.email,
    assignedCAUserPhone: contact.phone,
    caAddress: {
      ...addressOf(procedure),
      contactPerson: contact.name,
      email: contact.email,
      phone: contact.phone,
      fax: contact.fax,
    },
    shortDescription: `${procedure.title}. ${contactLine(number)}`,
    estimatedValue: lei(procedure.estimatedValue),
    hasLots: procedure.lots.length > 0,
  });
}

export const addressOf = ({ authority }: Procedure) => ({
  officialName: authority.name,
  nationalIDNumber: authority.code,
  address: authority.street,
  city: authority.city,
  postalCode: authority.postalCode,
  county: authority.county === null ? null : coded(authority.county.length, authority.county),
  country: coded(175, authority.country),
  nutsCode: 'System.Data.Entity.DynamicProxies.NUTSCode_5D0B1A',
  nutsCodeItem: coded(0, `RO ${authority.county}`),
});

export function noticeGeneralInfo(system: Procurement, query: URLSearchParams, today: number): Answer {
  const procedure = system.procedure(Number(query.get('noticeId')) - NOTICE_ID, today);
  if (!procedure) return plain('Nu exista anuntul cerut.', 400);
  const { number, title, authority, publishedOn, estimatedValue } = procedure;
  const award = procedure.awards.filter((each) => each.publishedOn <= today).at(0);
  const year = dayText(publishedOn).slice(0, 4);
  return json({
    noticeId: NOTICE_OF_ANY_KIND_ID + number,
    sysNoticeState: coded(2, 'Publicat'),
    dfNoticeId: DF_NOTICE_ID + number,
    dfNoticeNumber: `DF${number}`,
    dfNoticeDate: instant(publishedOn - 5, 12 * 3_600),
    tedNoticeNumber: null,
    caNoticeId: award ? AWARD_ID + award.number : null,
    caNoticeNumber: award ? awardNumberOf(award) : null,
    caNoticeDate: award ? instant(award.publishedOn, 12 * 3_600) : null,
    planName: `PLANUL ANUAL AL ACHIZITIILOR PUBLICE ${authority.name} - ${year} - V${(number % 9) + 1}`,
    planDetailName: title,
    spentValue: lei(estimatedValue),
    currency: 'RON',
    isSAD: false,
    appealInfo: appealsAgainst(procedure, today),
  });
}

const APPEALED_SHARE = 0.15;

/** Filed a week after publication and decided two weeks later. */
function appealsAgainst({ number, publishedOn }: Procedure, today: number): string | null {
  const filedOn = publishedOn + 7;
  if (filedOn > today || chance(number, number, 'appeal') >= APPEALED_SHARE) return null;
  const printed = (day: number): string => dayText(day).split('-').reverse().join('.');
  const decision =
    filedOn + 14 > today ? '' : ` cu decizia ${1_000 + (number % 3_000)} din data de ${printed(filedOn + 14)}`;
  return `Contestații depuse la  CNSC: \r\nnr: ${5_000 + (number % 900)} din data de ${printed(filedOn)}${decision}\r\n\r\n`;
}

/** Here only contests and concessions are of the new electronic form; in truth nearly all notices above the thresholds are. */
const isForm = ({ type }: Procedure): boolean => type.prefix === 'DC' || type.prefix === 'PC';

/** The whole notice as a page, by the id of any kind of notice. */
export function noticeForm(system: Procurement, body: Body, today: number): Answer {
  const id = numberIn(body, 'noticeId') ?? 0;
  const procedure = system.procedure(id - NOTICE_OF_ANY_KIND_ID, today);
  if (!procedure || !isForm(procedure) || body.isNoticeChange !== false) return plain('Nu exista anuntul cerut.', 400);
  const { number, title, authority, cpv, type } = procedure;
  const contact = contactOf(number);
  const rows: [string, string][] = [
    ['BT-500 Denumire organizație', authority.name],
    ['BT-506 Adresa de e-mail', contact.email],
    ['BT-21 Titlu', title],
    ['BT-262 Clasificare principală (cpv)', `${cpv.code}-${cpv.check} ${cpv.title}`],
    ['BT-27 Valoare estimată fără TVA', `${lei(procedure.estimatedValue)} RON`],
    ['BT-750 Criteriu de selecție', `Cifra de afaceri medie anuală: minimum ${(number % 40) + 1} milioane lei`],
  ];
  const cells = rows.map(([name, text]) => `<tr><td>${xmlText(name)}</td><td>${xmlText(text)}</td></tr>`).join('');
  return json({
    headerModel: {
      noticeId: id,
      noticeNumber: noticeNumberOf(procedure),
      sysNoticeType: coded(type.typeId, type.text),
    },
    changeNoticeHtml: `<div class="notice"><h2>${xmlText(type.text)}</h2><table>${cells}</table></div>`,
  });
}

/** Sections as the form numbers them: the authority, the object, the conditions, the procedure, the rest. */
export function noticeSection(system: Procurement, section: string, query: URLSearchParams, today: number): Answer {
  const procedure = system.procedure(Number(query.get('initNoticeId')) - NOTICE_ID, today);
  const write = SECTIONS[section];
  return procedure && write ? json(write(procedure)) : plain('Nu exista anuntul cerut.', 400);
}

const SECTIONS: Record<string, (procedure: Procedure) => object> = {
  '1': (procedure) => {
    const contact = contactOf(procedure.number);
    return {
      section1_1: {
        caAddress: { ...addressOf(procedure), contactPerson: contact.name, email: contact.email, phone: contact.phone },
      },
    };
  },
  '21': (procedure) => ({
    contractTitle: procedure.title,
    referenceNumber: `${procedure.authority.cui}_${procedure.number}`,
    mainCPVCode: codeOf(procedure.cpv),
    sysAcquisitionContractType: contractType(procedure.cpv.contractType),
    sysContractAssigmentType: assignment(procedure.isFramework),
    shortDescription: `<p>${procedure.title}</p>`,
    totalAcquisitionValue: lei(procedure.estimatedValue),
    currency: coded(1, 'RON'),
    hasLots: procedure.lots.length > 0,
  }),
  '3': ({ number }) => ({
    personalSituation: '<p>Ofertanții nu se vor regăsi în situațiile prevăzute la art. 164, 165 și 167.</p>',
    efCriteriaMin: `<p>Cifra de afaceri medie pe ultimii 3 ani: minimum ${(number % 40) + 1} milioane lei.</p>`,
    tpCriteriaQAStandardMin: `<p>Certificare ISO 9001 sau echivalent. ${contactLine(number + 1)}</p>`,
    depositsAndWarranties: '<p>Garanția de participare: 1% din valoarea estimată.</p>',
  }),
  '4': (procedure) => ({
    sysProcedureType: coded(procedure.procedureType.id, procedure.procedureType.text),
    tenderReceiptDeadline: instant(procedure.deadlineOn, procedure.deadlineAt),
    tenderValidityMonths: 6,
  }),
  '6': ({ number }) => ({
    additionalInformation: `<p>${contactLine(number + 2)}</p>`,
    reviewBody: 'Consiliul Național de Soluționare a Contestațiilor',
  }),
};

export function noticeLots(system: Procurement, body: Body, today: number): Answer {
  const procedure = system.procedure((numberIn(body, 'initNoticeId') ?? 0) - NOTICE_ID, today);
  const lots = procedure?.lots ?? [];
  return json({ total: lots.length, items: lots.map(lotOf), searchTooLong: false });
}

export const lotOf = ({ id, number, title, estimatedValue, cpv }: Lot) => ({
  noticeLotID: id,
  lotNumber: number,
  contractTitle: title,
  estimatedValue: lei(estimatedValue),
  currency: coded(1, 'RON'),
  mainCPVCode: codeOf(cpv),
  lotInfo: { shortDescription: `<p>${title}. ${contactLine(id)}</p>` },
});
