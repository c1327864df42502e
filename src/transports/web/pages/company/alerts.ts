/** What a reader must not miss, gravest first, and since when: a day that a source gives, or the day we first saw it. */

import type { Language } from '#lib/i18n/message.ts';
import { isInCharge } from '#lib/values/officer-roles.ts';
import type { Alert } from '#transports/web/components/alert.ts';
import { shortDay } from '#transports/web/formats/dates.ts';
import { html } from '#transports/web/html.ts';
import { personOrFirm } from './names.ts';
import { isBankrupt, type RegistryState, statusesOf } from './standing.ts';
import { texts as shared } from './texts.ts';
import type { Company } from './told.ts';

const texts = {
  ro: {
    insolvency: 'Firmă în insolvență',
    bankruptcy: 'Firmă în faliment',
    claims: 'Termenul de înscriere a creanțelor se află de la practicianul în insolvență.',
    dissolution: 'Firmă în dizolvare sau lichidare',
    suspended: 'Activitate suspendată',
    struckOff: 'Firmă radiată',
    struckOffLine: 'Nu mai există ca firmă. Datele de mai jos sunt ultimele publicate.',
    inactive: 'Declarată inactivă de ANAF',
    canceled: 'Înregistrarea în scopuri de TVA a fost anulată',
    disagree: 'Registrul și ANAF spun lucruri diferite',
    running: 'ONRC: în funcțiune.',
    taxInactive: (since: string) => `ANAF: inactivă${since}.`,
    apart: 'Registrul comerțului și ANAF țin evidențe separate.',
    registry: (statuses: string) => `ONRC: ${statuses}. Fișierul nu dă data hotărârii.`,
    ofTaxOffice: 'Ziua radierii este cea spusă de ANAF.',
  },
  en: {
    insolvency: 'Company in insolvency',
    bankruptcy: 'Company in bankruptcy',
    claims: 'The insolvency practitioner knows until when claims may be filed.',
    dissolution: 'Company in dissolution or liquidation',
    suspended: 'Activity suspended',
    struckOff: 'Company struck off',
    struckOffLine: 'It no longer exists. What stands below was published last.',
    inactive: 'Declared inactive by the tax office',
    canceled: 'Its VAT registration was cancelled',
    disagree: 'Registry and tax office disagree',
    running: 'Registry: operating.',
    taxInactive: (since: string) => `Tax office: inactive${since}.`,
    apart: 'The trade registry and the tax office keep separate records.',
    registry: (statuses: string) => `Registry: ${statuses}. Its file does not give the day of the ruling.`,
    ofTaxOffice: 'The day of striking off is the one that the tax office gives.',
  },
} as const;

export function alertsOf(company: Company, language: Language): Alert[] {
  const words = texts[language];
  const found: Alert[] = [];
  const isThere = !company.struckOff;
  const registry = (state: RegistryState): string | null => registryLine(company, state, language);
  const since = (day: string | null): string =>
    day === null ? '' : ` ${shared[language].since(shortDay(day, language))}`;
  if (company.insolvency && isThere)
    found.push({
      grade: 'stop',
      heading: isBankrupt(company) ? words.bankruptcy : words.insolvency,
      lines: [...practitioners(company, language), words.claims],
      note: registry('insolvency'),
    });
  if (company.dissolution && isThere)
    found.push({
      grade: 'stop',
      heading: words.dissolution,
      lines: practitioners(company, language),
      note: registry('dissolution'),
    });
  if (company.inactive)
    found.push({
      grade: 'stop',
      heading: `${words.inactive}${since(company.inactiveSince)}`,
      lines: company.active
        ? [`${words.running} ${words.taxInactive(since(company.inactiveSince))} ${words.apart}`]
        : [],
    });
  if (company.vatStatus === 'canceled') found.push(canceled(company, language));
  const struckOffThere = company.active === true && /radier/i.test(company.registrationState ?? '');
  if (struckOffThere)
    found.push({
      grade: 'check',
      heading: words.disagree,
      lines: [`${words.running} ANAF: ${company.registrationState}. ${words.apart}`],
    });
  if (company.suspended && isThere)
    found.push({ grade: 'check', heading: words.suspended, lines: [], note: registry('suspended') });
  if (company.struckOff)
    found.push({
      grade: 'note',
      heading: `${words.struckOff}${since(company.deregistrationDate)}`,
      lines: [words.struckOffLine],
      note: [company.deregistrationDate !== null && words.ofTaxOffice, registry('struckOff')].filter(Boolean).join(' '),
    });
  return found;
}

function canceled({ vatPeriods }: Company, language: Language): Alert {
  const last = vatPeriods?.at(-1);
  const day = last?.canceledAt ?? last?.end ?? null;
  return {
    grade: 'stop',
    heading: `${texts[language].canceled}${day === null ? '' : `, ${shared[language].since(shortDay(day, language))}`}`,
    lines: last?.message ? [last.message] : [],
  };
}

/** Who was put in charge, as the registry titles them. */
const practitioners = ({ administrators }: Company, language: Language) =>
  (administrators ?? [])
    .filter(({ role }) => isInCharge(role))
    .map((one) => html`${capital(one.role ?? '')}: <b>${personOrFirm(one, language)}</b>`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Each status with the day on which it was first seen, where it was not there before our first file. */
function registryLine(company: Company, state: RegistryState, language: Language): string | null {
  const said = statusesOf(company, state).map(({ label, since }) =>
    [label, since && shared[language].seen(shortDay(since, language))].filter(Boolean).join(', '),
  );
  return said.length === 0 ? null : texts[language].registry(said.join(' · '));
}
