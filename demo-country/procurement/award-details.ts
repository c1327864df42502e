/** Views of award notices, of direct purchases with their items, and of award notices of direct purchases. */
import { type Answer, json, plain } from '#demo-country/answer.ts';
import type { LinkSession } from '#demo-country/documents/file-links.ts';
import { reportFiles } from '#demo-country/documents/report-files.ts';
import { chance, random, within } from '#demo-country/random.ts';
import type { Cpv } from './cpv.ts';
import { awardNumberOf, noticeNumberOf } from './export-rows.ts';
import { isShowcaseNumber } from './frame.ts';
import { AWARD_ID } from './list-awards.ts';
import { contractType, PROCEDURE_ID } from './list-notices.ts';
import { closingValueOn, DIRECT_AWARD_ID, PURCHASE_ID } from './list-purchases.ts';
import { addressOf, codeOf, lotOf } from './notice-details.ts';
import { contactLine, contactOf } from './party.ts';
import type { AwardNotice } from './procedure.ts';
import { PURCHASE_STATES } from './purchases.ts';
import type { Procurement } from './system.ts';
import { coded, instant, lei } from './wire.ts';

/** Some awards announce a supplier report more than they list; numbers of quiet days all end in zeros. */
const MISCOUNTED_SHARE = 0.25;
export const isMiscounted = ({ number, procedure }: AwardNotice): boolean =>
  chance(number, number, 'miscounted') < MISCOUNTED_SHARE && !isShowcaseNumber('procedure', procedure.number);

/** One award in so many is of the new electronic form, which this view cannot show. */
const NEW_FORM_EVERY = 17;

export function awardView(system: Procurement, id: number, today: number, session: LinkSession): Answer {
  const award = system.award(id - AWARD_ID, today);
  if (!award || award.number % NEW_FORM_EVERY === 0) return plain('Bad Request', 400);
  const { procedure } = award;
  const contact = contactOf(award.number);
  const edit = {
    section1_New: {
      section1_1: {
        caAddress: { ...addressOf(procedure), contactPerson: contact.name, email: contact.email, phone: contact.phone },
      },
    },
    section2_New: {
      section2_1_New: {
        contractTitle: procedure.title,
        referenceNumber: `${procedure.authority.cui}_${procedure.number}`,
        mainCPVCode: codeOf(procedure.cpv),
        totalAcquisitionValue: lei(award.contracts.reduce((sum, { value }) => sum + value, 0)),
        currency: coded(1, 'RON'),
        shortDescription: `<p>${procedure.title}. ${contactLine(award.number)}</p>`,
      },
      section2_2_New: { descriptionList: procedure.lots.map(lotOf) },
    },
    section5: {
      cancelledLotList: award.cancelledLots.map(({ id, number, title }) => ({
        noticeLot: { noticeLotID: id, lotNumber: number, title },
      })),
    },
    publicationDetailsModel: {
      noticeNo: noticeNumberOf(procedure),
      publicationDate: instant(procedure.publishedOn, procedure.publishedAt),
    },
  };
  const reports = reportFiles(system, award, today);
  const view = json({
    caNoticeId: id,
    noticeNumber: awardNumberOf(award),
    publicationDate: instant(award.publishedOn, procedure.publishedAt),
    procedureId: PROCEDURE_ID + procedure.number,
    previousPublicationNoticeNumber: null,
    [procedure.authority.isUtility ? 'caNoticeEdit_New_U' : 'caNoticeEdit_New']: edit,
    ackDocs: reports.map(({ report: { ackDocId, issuedOn }, file }) => ({
      ackDocId,
      issuedOn,
      noticeDocumentUrl: session.link(file),
      noticeDocumentName: file.name,
      noticeDocumentCode: file.code,
    })),
    ackDocsCount: reports.length + (isMiscounted(award) && reports.length > 0 ? 1 : 0),
    conditions: { hasAckDocuments: reports.length > 0 },
  });
  return session.withCookies(view);
}

export function purchaseView(system: Procurement, id: number, today: number): Answer {
  const purchase = system.purchase(id - PURCHASE_ID);
  if (!purchase || purchase.finalizedOn > today) return plain('Bad Request', 400);
  const { number, cpv, authority, supplier } = purchase;
  const [clerk, seller] = [contactOf(number), contactOf(number + 1)];
  const closingValue = closingValueOn(purchase, today);
  return json({
    directAcquisitionID: id,
    directAcquisitionName: purchase.title,
    uniqueIdentificationCode: `DA${number}`,
    sysDirectAcquisitionState: coded(purchase.state, PURCHASE_STATES[purchase.state]),
    estimatedValue: lei(purchase.estimatedValue),
    closingValue: lei(closingValue),
    publicationDate: instant(purchase.publishedOn, purchase.publishedAt),
    finalizationDate: instant(purchase.finalizedOn, purchase.finalizedAt),
    cpvCode: codeOf(cpv),
    deliveryCondition: `Livrare la sediu. ${contactLine(number)}`,
    paymentCondition: 'OP în 30 de zile de la recepție',
    supplierId: supplier.id,
    contractingAuthorityID: authority.id,
    assignedCAUser: clerk.name,
    assignedCAUserEmail: clerk.email,
    assignedSupplierUser: seller.name,
    assignedSupplierUserEmail: seller.email,
    phone: clerk.phone,
    fax: clerk.fax,
    daAwardNoticeID: null,
    sysAcquisitionContractType: contractType(cpv.contractType),
    directAcquisitionItems: itemsOf(number, cpv, closingValue),
  });
}

const UNITS = ['buc', 'Buc.', 'kg', 'set', 'luna', 'ora', 'mp', 'litru', 'pachet'];

/** One to three items whose prices make the closing value. */
function itemsOf(number: number, cpv: Cpv, closingValue: number): object[] {
  const roll = random(number, number, 'items');
  const count = within(roll() ** 2, 1, 3);
  return Array.from({ length: count }, (_, i) => {
    const value =
      i === 0 ? closingValue - Math.floor(closingValue / count) * (count - 1) : Math.floor(closingValue / count);
    return {
      directAcquisitionItemID: number * 10 + i,
      catalogItemName: cpv.title,
      catalogItemPrice: lei(value),
      itemClosingPrice: lei(value),
      itemQuantity: 1,
      itemMeasureUnit: UNITS[within(roll(), 0, UNITS.length - 1)],
      cpvCode: codeOf(cpv),
    };
  });
}

export function directAwardView(system: Procurement, id: number, today: number): Answer {
  const award = system.directAward(id - DIRECT_AWARD_ID);
  if (!award || award.publishedOn > today) return plain('Bad Request', 400);
  const contact = contactOf(award.number);
  return json({
    daAwardNoticeID: id,
    noticeNo: `DAN${award.number}`,
    contractObject: `${award.object}. ${contactLine(award.number)}`,
    awardedValue: lei(award.value),
    contractDate: instant(award.contractOn, 0),
    finalizationDate: instant(award.publishedOn, award.publishedAt),
    noticeEntityAddress: {
      organization: award.authority.name,
      city: award.authority.city,
      email: contact.email,
      phone: contact.phone,
      contactPerson: contact.name,
    },
    supplierID: award.supplier.id,
    acquisitionType: coded(1, 'Cumparare directa'),
    sysDirectAcqDocType: coded(1, 'Contract'),
    directAcquisitions: [],
  });
}
