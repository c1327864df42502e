/** One decision of the Official Gazette. */

import { Type } from 'typebox';
import { demoUrn } from '#api/provenance.ts';
import { decisionKinds } from '#data/sources/gazette/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { DECISION_ID } from './decision-index.ts';
import type { DecisionRow } from './decisions-table.ts';
import { confidences } from './tables.ts';

const Issue = Type.Object(
  {
    part: field(Type.String(), {
      en: 'Part of the Gazette: `IV` for companies.',
      ro: 'Partea Monitorului: `IV` pentru firme.',
      heading: { en: 'Part', ro: 'Partea' },
    }),
    number: field(Type.Integer(), { en: 'Number of the issue in its year.', ro: 'Numărul în anul lui.' }),
    bis: field(Type.Boolean(), {
      en: 'A second issue under the same number.',
      ro: 'Un al doilea număr cu același număr de ordine.',
      heading: { en: 'Bis', ro: 'Bis' },
    }),
    date: field(Type.String(), { en: 'Day of the issue.', ro: 'Ziua apariției.' }),
    page: orNull(Type.Integer(), { en: 'Page on which the decision begins.', ro: 'Pagina pe care începe hotărârea.' }),
  },
  {
    ...closed,
    title: 'GazetteIssue',
    ...about({
      en: 'The issue of the Official Gazette that carries it.',
      ro: 'Numărul Monitorului Oficial în care a apărut.',
      heading: { en: 'Gazette issue', ro: 'Monitorul Oficial' },
    }),
  },
);

export const Decision = Type.Object(
  {
    id: field(Type.String({ pattern: DECISION_ID }), {
      en: 'Stable identifier for /api/decisions/{id}.',
      ro: 'Identificator pentru /api/decisions/{id}; rămâne același.',
    }),
    issue: Issue,
    kind: oneOf(decisionKinds, { en: 'What it is, by its heading.', ro: 'Tipul, după titlu.' }),
    title: field(Type.String(), { en: 'Heading.', ro: 'Titlul.' }),
    text: field(Type.String(), {
      en: 'Text as published; `[…]` replaces the names of hidden persons.',
      ro: 'Textul așa cum a fost publicat; `[…]` stă unde este numită o persoană ascunsă.',
    }),
    companyName: field(Type.String(), {
      en: 'Company named in the heading, as printed.',
      ro: 'Firma numită în titlu, cum este tipărită.',
    }),
    cui: orNull(Type.String(), {
      en: 'Fiscal code of the company it is about; null when that is not certain enough to say.',
      ro: 'Codul fiscal al firmei despre care este; null când nu este destul de sigur.',
    }),
    registrationNumber: orNull(Type.String(), {
      en: 'Trade-register number of that company, 13-digit form: by the registry, which the publication need not state.',
      ro: 'Numărul de înmatriculare al acelei firme, forma cu 13 cifre: din registru, chiar dacă publicația nu îl dă.',
    }),
    statedCui: orNone(Type.String(), {
      en: 'Fiscal code that the publication itself states; null where it states none.',
      ro: 'Codul fiscal pe care îl dă chiar publicația; null unde nu dă niciunul.',
      heading: { en: 'Stated fiscal code', ro: 'Cod fiscal publicat' },
    }),
    statedRegistrationNumber: orNone(Type.String(), {
      en: 'Trade-register number that the publication itself states, 13-digit form; null where it states none.',
      ro: 'Numărul de înmatriculare pe care îl dă chiar publicația, forma cu 13 cifre; null unde nu dă niciunul.',
      heading: { en: 'Stated registration number', ro: 'Număr de înmatriculare publicat' },
    }),
    matchConfidence: orNull(oneOf(confidences, 'How sure.'), {
      en: 'How certain the match with this company is. `exact`: the text has its code or number, and its name agrees. `high`: the text has its code or number under an unknown name, or no other company has its name. `low`: the only operating company of that name, or a former name. Null: no company was recognised.',
      ro: 'Cât de sigur este că este despre această firmă. `exact`: textul îi dă codul sau numărul, iar numele se potrivește. `high`: textul îi dă codul sau numărul sub un nume pe care nu i-l cunoaștem, sau numele nu îl mai poartă alta. `low`: singura firmă în funcțiune cu acest nume, sau un nume vechi. Null: nu s-a recunoscut nicio firmă.',
      heading: { en: 'Certainty of the match', ro: 'Siguranța asocierii' },
    }),
    url: orNull(Type.String(), {
      en: 'Where it was published: the address in the import, else the page of the issue at the Official Gazette. In the demo a name, `urn:firmoteca:demo:…`: its invented issues were never printed.',
      ro: 'Unde a fost publicată: adresa din import, altfel pagina numărului la Monitorul Oficial. În demonstrație un nume, `urn:firmoteca:demo:…`: numerele inventate nu au fost tipărite niciodată.',
    }),
  },
  { ...closed, title: 'Decision' },
);
export type Decision = Static<typeof Decision>;

/** Without the names of hidden persons; the company's own name stays, even a sole trader's. */
export const decision = (row: DecisionRow, { redact: redacted }: HiddenNames, { manifest }: Dataset): Decision => ({
  id: row.id,
  issue: { part: row.part, number: row.number, bis: row.bis === 1, date: row.day, page: row.page },
  kind: row.kind as Decision['kind'],
  title: redacted(row.title),
  text: redacted(row.text),
  companyName: row.company_name,
  cui: row.cui === null ? null : String(row.cui),
  registrationNumber: row.registration_number,
  statedCui: row.stated_cui,
  statedRegistrationNumber: row.stated_registration_number,
  matchConfidence: row.confidence,
  url: row.url ?? issuePage(row, manifest.country === 'demo'),
});

/** `Monitorul-Oficial--PIV--3208--2026.html`, `Monitorul-Oficial--PI--1225Bis--2025.html`; null for a part without such pages. */
function issuePage({ part, number, bis, day }: DecisionRow, isDemo: boolean): string | null {
  if (!/^[IV]{1,3}$/.test(part)) return null;
  const issue = `Monitorul-Oficial--P${part}--${number}${bis ? 'Bis' : ''}--${day.slice(0, 4)}.html`;
  return isDemo ? demoUrn(`gazette/${issue}`) : `https://monitoruloficial.ro/${issue}`;
}
