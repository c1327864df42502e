/** Texts without any form: in the encodings of old programs, and the European single procurement document as XML. */
import { cedilla } from '#demo-country/cedilla.ts';
import { CP1250 } from '#demo-country/cp1250.ts';
import type { Facts } from '#demo-country/documents/texts/facts.ts';
import type { Text } from '#demo-country/documents/texts/words.ts';
import { xmlText } from '#demo-country/procurement/table.ts';

export type Encoding = 'cp1250' | 'latin2' | 'utf16';

/** Windows has quotation marks of its own; the older standard has none. The Romanian letters lie in the same places. */
const MARKS: Record<Exclude<Encoding, 'utf16'>, Record<string, number>> = {
  cp1250: { '„': 0x84, '”': 0x94, '–': 0x96 },
  latin2: { '„': 0x22, '”': 0x22, '–': 0x2d },
};

export function plainText({ paragraphs }: Text, encoding: Encoding): Buffer {
  const text = `${paragraphs.join('\r\n\r\n')}\r\n`;
  if (encoding === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  const codes: Record<string, number> = { ...CP1250, ...MARKS[encoding] };
  return Buffer.from(Array.from(cedilla(text), (letter) => codes[letter] ?? letter.charCodeAt(0) % 256));
}

/** `DUAE_CERERE_384463.xml`: what bidders answer with. */
export function duae({ notice, procedure, turnoverMillions }: Facts): Buffer {
  const lots = procedure.lots.map(
    ({ number, title }) =>
      `\n  <cac:ProcurementProjectLot><cbc:ID>${number}</cbc:ID><cbc:Name>${xmlText(title)}</cbc:Name></cac:ProcurementProjectLot>`,
  );
  const space = 'urn:oasis:names:specification:ubl:schema:xsd';
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<espd-req:QualificationApplicationRequest xmlns:espd-req="${space}:QualificationApplicationRequest-2" xmlns:cac="${space}:CommonAggregateComponents-2" xmlns:cbc="${space}:CommonBasicComponents-2">
  <cbc:UBLVersionID>2.2</cbc:UBLVersionID>
  <cbc:ContractFolderID>${notice}</cbc:ContractFolderID>
  <cac:ContractingParty><cac:Party><cac:PartyIdentification><cbc:ID schemeAgencyID="RO">${procedure.authority.cui}</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>${xmlText(procedure.authority.name)}</cbc:Name></cac:PartyName></cac:Party></cac:ContractingParty>
  <cac:ProcurementProject><cbc:Name>${xmlText(procedure.title)}</cbc:Name><cbc:ItemClassificationCode listID="CPV">${procedure.cpv.code}-${procedure.cpv.check}</cbc:ItemClassificationCode></cac:ProcurementProject>${lots.join('')}
  <cac:TenderingCriterion><cbc:Name>Cifra de afaceri medie anuală</cbc:Name><cbc:Description>Minimum ${turnoverMillions} milioane lei, media pe ultimii 3 ani.</cbc:Description></cac:TenderingCriterion>
</espd-req:QualificationApplicationRequest>
`,
  );
}
