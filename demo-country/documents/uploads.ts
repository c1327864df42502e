/** The uploads of an authority for a procedure: the first version, its revisions, and answers to bidders. */

import type { Procedure } from '#demo-country/procurement/procedure.ts';
import { pick, random, within } from '#demo-country/random.ts';
import {
  type Conduct,
  EXTENSIONS,
  type Format,
  type Section,
  SIGNATURE_KINDS,
  type SignatureKind,
  type Topic,
} from './types.ts';

export interface DocumentedProcedure {
  procedure: Procedure;
  /** 0 to 2 are the showcase's, then the newest of the founding day, newest first, then older ones, one a day. */
  position: number;
  conduct: Conduct;
  isRevised: boolean;
}

export interface Upload {
  topic: Exclude<Topic, 'report'>;
  section: Section;
  format: Format;
  signatureKind: SignatureKind;
  /** Without the ending of the signature. */
  name: string;
  revision: number;
  on: number;
  /** The day of its replacement or removal. */
  until: number | null;
  /** Number of the answer to bidders. */
  number: number;
}

const CONTRACT_FORMATS: readonly Format[] = ['docx', 'rtf', 'odt', 'pdf'];
const ANSWER_FORMATS: readonly Format[] = ['pdf', 'txt-cp1250', 'docx', 'txt-latin2', 'pdf', 'txt-utf16'];
/** Decisions in unusual files; that of the showcase's second procedure is a scan. */
const DECISIONS: Readonly<Record<number, Format>> = { 1: 'scan', 5: 'locked', 7: 'cut' };
/** Decisions with objects in streams, most of them forged after signing. */
export const PACKED_DECISIONS: Readonly<Record<number, SignatureKind>> = {
  10: 'padesPacked',
  11: 'padesRepacked',
  12: 'padesRelisted',
  13: 'padesPageReplaced',
  14: 'padesPageAdded',
  15: 'padesUnhidden',
};
/** Days after the publication. */
const REVISED_AFTER = { shown: [6, 12], others: [2, 4] } as const;
/** Late documents are uploaded this long after the founding day. */
const LATE_DAYS = 2;

export function uploadsOf({ procedure, position, conduct, isRevised }: DocumentedProcedure, founded: number): Upload[] {
  if (conduct === 'none') return [];
  const roll = random(procedure.number, procedure.number, 'uploads');
  const first = conduct === 'late' ? founded + LATE_DAYS : procedure.publishedOn;
  const uploads: Upload[] = [];
  const add = (
    topic: Upload['topic'],
    section: Section,
    format: Format,
    signatureKind: SignatureKind,
    more: Partial<Upload> = {},
  ): Upload => {
    const upload = {
      topic,
      section,
      format,
      signatureKind,
      name: fileNameOf(topic, format, procedure, position),
      revision: 1,
      on: first,
      until: null,
      number: 1,
      ...more,
    };
    // A detached signature comes with its file.
    if (signatureKind === 'detached') uploads.push({ ...upload, signatureKind: 'none' });
    uploads.push(upload);
    return upload;
  };
  const drawSignature = (): SignatureKind => pick(['attached', 'attached', 'fragmented', 'none'], roll());
  const specificationSignature = SIGNATURE_KINDS[position % SIGNATURE_KINDS.length] ?? 'attached';
  const isInPdf = specificationSignature.startsWith('pades');
  const dataSheetSignature = pick(['attached', 'fragmented', 'pades'] as const, roll());
  // Every second PDF signature carries its long-term proofs.
  const isLongTerm = dataSheetSignature === 'pades' && position % 2 === 1;
  const dataSheetUpload = add('dataSheet', 'dfNoticeDocs', 'pdf', isLongTerm ? 'padesLongTerm' : dataSheetSignature);
  add('specification', 'dfNoticeDocs', isInPdf ? 'pdf' : pick(['pdf', 'pdf', 'docx'], roll()), specificationSignature);
  const quantityList = isRevised || roll() < 0.7 ? add('quantities', 'dfNoticeDocs', 'xlsx', drawSignature()) : null;
  add('forms', 'dfNoticeDocs', 'docx', drawSignature());
  const contract = add(
    'contract',
    'dfNoticeDocs',
    CONTRACT_FORMATS[position % CONTRACT_FORMATS.length] ?? 'docx',
    drawSignature(),
  );
  const annexes = isRevised || roll() < 0.2 ? add('annexes', 'dfNoticeDocs', 'zip', 'attached') : null;
  add('duae', 'duaeDocs', 'xml', 'none');
  const hasNamesakes = position % 9 === 4;
  if (hasNamesakes) {
    // The same document in two sections, under one name.
    add('strategy', 'contractingStrategyDocs', 'pdf', 'attached');
    add('strategy', 'exAnteDocs', 'pdf', 'attached');
  } else if (roll() < 0.35) add('strategy', 'contractingStrategyDocs', 'pdf', drawSignature());
  const decision = DECISIONS[position];
  if (decision) add('decision', 'decisionDocs', decision, 'attached');
  else {
    // Drawn in any case, so that later draws stay the same.
    const drawn = roll() < 0.25 ? drawSignature() : null;
    const signatureKind = PACKED_DECISIONS[position] ?? drawn;
    if (signatureKind) add('decision', 'decisionDocs', 'pdf', signatureKind);
  }
  const answer = (number: number, on: number, revision = 1): void => {
    const format = ANSWER_FORMATS[(position + number) % ANSWER_FORMATS.length] ?? 'pdf';
    const name = fileNameOf('clarification', format, procedure, position, number);
    add('clarification', 'clarifications', format, drawSignature(), { on, number, name, revision });
  };
  if (!isRevised) {
    const answers = within(roll() ** 2, 0, 2);
    for (let number = 1; number <= answers; number++) answer(number, first + number);
    return uploads;
  }
  const [second, third] = REVISED_AFTER[position < 3 ? 'shown' : 'others'].map((days) => first + days) as [
    number,
    number,
  ];
  const revise = (upload: Upload, on: number, changes: Partial<Upload>): void => {
    for (const old of uploads)
      if (old.name === upload.name && old.section === upload.section && old.until === null) old.until = on;
    add(upload.topic, upload.section, upload.format, upload.signatureKind, { ...upload, until: null, on, ...changes });
  };
  const specification = uploads.find(
    ({ topic, signatureKind }) => topic === 'specification' && signatureKind !== 'none',
  ) as Upload;
  revise(specification, second, { revision: 2 });
  if (quantityList) revise(quantityList, second, { revision: 2 });
  answer(1, second, 2);
  revise(specification, third, { revision: 3 });
  // One file is only signed again, one only renamed, one removed.
  revise(dataSheetUpload, third, { signatureKind: 'timestamped' });
  revise(contract, third, { name: contract.name.replace(/\.(?=[a-z]+$)/, ' (forma finala).') });
  if (annexes) annexes.until = third;
  answer(2, third, 3);
  return uploads;
}

/** The first day of each version. */
export const versionDays = (uploads: readonly Upload[]): number[] => [
  ...new Set(uploads.filter(({ section }) => section !== 'clarifications').map(({ on }) => on)),
];

const NAMES: Record<Exclude<Topic, 'duae' | 'clarification' | 'report'>, readonly string[]> = {
  dataSheet: ['Fisa de date a achizitiei', 'Fișa de date', 'FISA_DE_DATE_semnat'],
  specification: [
    'Caiet de sarcini',
    'Caiet de sarcini,  partea tehnică',
    'CAIET DE SARCINI FINAL',
    'caiet_de_sarcini',
  ],
  quantities: ['Lista de cantitati', 'Listă de cantități,  anexa 2', 'Anexa 1'],
  forms: ['Formulare', 'Sectiunea formulare', 'Formulare si modele'],
  contract: ['Model de contract', 'Clauze contractuale', 'Proiect contract'],
  annexes: ['Anexe', 'Anexe la caietul de sarcini'],
  strategy: ['Strategia de contractare', 'Strategie,  nota justificativa'],
  decision: ['Decizie comisie', 'Decizie de numire a comisiei'],
};

function fileNameOf(
  topic: Exclude<Topic, 'report'>,
  format: Format,
  procedure: Procedure,
  position: number,
  number = 1,
): string {
  if (topic === 'duae') return `DUAE_CERERE_${300_000 + (procedure.number % 600_000)}.xml`;
  const variants =
    topic === 'clarification'
      ? [`Raspuns solicitare clarificare nr. ${number}`, `Clarificarea ${number}`]
      : NAMES[topic];
  return `${variants[position % variants.length]}.${EXTENSIONS[format]}`;
}

/** As the archive writes a name that the list has written: no commas, one blank where there were several. */
export const archiveNameOf = (name: string): string => name.replaceAll(',', '').replace(/ {2,}/g, ' ');
