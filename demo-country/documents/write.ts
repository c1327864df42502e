/** The bytes of a document before it is sealed. */

import { picturePdf, textPdf } from '#demo-country/pdf.ts';
import { dice } from '#demo-country/random.ts';
import { scanned } from '#demo-country/scan.ts';
import { docx, odt, rtf, xlsx } from './formats/office.ts';
import { duae, plainText } from './formats/plain.ts';
import { zipped } from './formats/zipped.ts';
import type { Facts } from './texts/facts.ts';
import { clarification, contract, dataSheet, decision, forms, quantities, strategy } from './texts/papers.ts';
import { specification } from './texts/specification.ts';
import type { Text } from './texts/words.ts';
import type { Format, Topic } from './types.ts';

const texts: Record<Exclude<Topic, 'clarification' | 'report'>, (facts: Facts) => Text> = {
  dataSheet,
  specification,
  quantities,
  forms,
  contract,
  annexes: forms,
  duae: dataSheet,
  strategy,
  decision,
};

/** `number`: which of the answers to bidders. */
export const textOf = (topic: Exclude<Topic, 'report'>, facts: Facts, number = 1): Text =>
  topic === 'clarification' ? clarification(facts, number) : texts[topic](facts);

/** What is left of a file whose copying stopped. */
const CUT_BYTES = 700;

export async function written(format: Format, text: Text, facts: Facts): Promise<Buffer> {
  switch (format) {
    case 'pdf':
      return textPdf(text.paragraphs, text);
    case 'scan':
      return picturePdf(await scanned(text.paragraphs, dice(facts.procedure.number, 1, 'scan')), text);
    case 'locked':
      return textPdf(text.paragraphs, { ...text, locked: true });
    case 'cut':
      return textPdf(text.paragraphs, text).subarray(0, CUT_BYTES);
    case 'docx':
      return docx(text);
    case 'xlsx':
      return xlsx(text);
    case 'odt':
      return odt(text);
    case 'rtf':
      return rtf(text);
    case 'txt-cp1250':
      return plainText(text, 'cp1250');
    case 'txt-latin2':
      return plainText(text, 'latin2');
    case 'txt-utf16':
      return plainText(text, 'utf16');
    case 'xml':
      return duae(facts);
    case 'zip':
      return annexes(facts);
  }
}

/** What the authority packed together: three files, one of them in a folder. */
const annexes = (facts: Facts): Buffer =>
  zipped([
    { name: 'Anexa 1 - Formulare.docx', bytes: docx(forms(facts)) },
    { name: 'Anexa 2 - Listă de cantități.xlsx', bytes: xlsx(quantities(facts)) },
    {
      name: 'planșe/Cuprins planșe.txt',
      bytes: plainText(
        { title: '', paragraphs: ['Planșa 1 - Plan de încadrare', 'Planșa 2 - Plan de situație'] },
        'cp1250',
      ),
    },
  ]);
