/** Supplier-performance reports as files, which hang on award notices. */

import type { ReportRecord } from '#data/sources/procurement/records.ts';
import { dayNumber } from '#demo-country/days.ts';
import { textPdf } from '#demo-country/pdf.ts';
import { awardNumberOf } from '#demo-country/procurement/export-rows.ts';
import type { AwardNotice } from '#demo-country/procurement/procedure.ts';
import { reportOf } from '#demo-country/procurement/reports.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { signFile } from './sign-file.ts';
import { leiText, type Text } from './texts/facts.ts';
import type { DocumentFile } from './types.ts';

export interface ReportFile {
  report: ReportRecord;
  file: DocumentFile;
}

export function reportFiles(system: Procurement, award: AwardNotice, today: number): ReportFile[] {
  return award.contracts
    .flatMap((contract) => reportOf(system.frame, contract, today) ?? [])
    .map((report, i) => ({ report, file: fileOf(award, report, i + 1) }));
}

function fileOf(award: AwardNotice, report: ReportRecord, number: number): DocumentFile {
  const { procedure } = award;
  const uploadedOn = dayNumber(report.issuedOn);
  const text = reportText(report);
  const content = (): Buffer => textPdf(text.paragraphs, text);
  return {
    code: `${awardNumberOf(award)}/${String(number).padStart(5, '0')}`,
    name: `Document constatator ${report.kind} ${report.ackDocId}.pdf.p7s`,
    section: 'ackDocs',
    topic: 'report',
    format: 'pdf',
    signatureKind: 'attached',
    revision: 1,
    uploadedOn,
    uploadedAt: procedure.publishedAt,
    bytes: () => signFile({ procedure, uploadedOn }, 'attached', content(), async () => content()),
  };
}

const reportText = (report: ReportRecord): Text => ({
  title: `Document constatator ${report.ackDocId}`,
  paragraphs: [
    'DOCUMENT CONSTATATOR',
    `${report.kind === 'final' ? 'Final' : 'Primar'}, emis la ${report.issuedOn} în temeiul art. 166 din HG nr. 395/2016`,
    `Autoritatea contractantă: ${report.authority.name}.`,
    `Contractant: ${report.supplier.name}${report.supplier.code ? `, cod fiscal ${report.supplier.code}` : ''}.`,
    `Contractul nr. ${report.contractNumber ?? '-'} din ${report.contractDate ?? '-'}, procedura ${report.notice ?? '-'}.`,
    report.text,
    report.damagesAmount === null
      ? 'Nu s-au stabilit daune-interese.'
      : `Daune-interese: ${leiText(report.damagesAmount)}.`,
  ],
});
