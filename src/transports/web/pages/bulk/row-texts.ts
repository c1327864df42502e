/** The words of one row of a bulk check: states, and why it is to be stopped or looked at. */
import type { Reason, RegistryState, Standing } from '#domain/bulk-checks/check.ts';
import type { Language } from '#lib/i18n/message.ts';

interface RowTexts {
  registry: Record<RegistryState, string>;
  payer: string;
  noPayer: string;
  canceled: string;
  since(day: string): string;
  until(day: string): string;
  on(day: string): string;
  seen(day: string): string;
  active: string;
  inactive: string;
  yes: string;
  no: string;
  unknown: string;
  wrong: string;
  reasons: Record<Reason, string>;
  standings: Record<Standing, string>;
  outcomes: Record<'checked' | 'duplicate' | 'refused' | 'overLimit', string>;
}

export const rowTexts: Record<Language, RowTexts> = {
  ro: {
    registry: {
      running: 'în funcțiune',
      struckOff: 'radiată',
      bankruptcy: 'faliment',
      insolvency: 'insolvență',
      dissolution: 'dizolvare',
      suspended: 'suspendată',
      notRunning: 'nu funcționează',
      outside: 'în afara registrului',
      unknown: 'necunoscut',
    },
    payer: 'plătitor',
    noPayer: 'neplătitor',
    canceled: 'anulat',
    since: (day) => `din\u00a0${day}`,
    until: (day) => `a fost până la\u00a0${day}`,
    on: (day) => `la\u00a0${day}`,
    seen: (day) => `observat la\u00a0${day}`,
    active: 'activ',
    inactive: 'inactiv',
    yes: 'da',
    no: 'nu',
    unknown: 'necunoscut',
    wrong: 'cod greșit',
    reasons: {
      struckOff: 'Firma este radiată.',
      notRegisteredThen: 'Firma nu era înregistrată în acea zi.',
      bankruptcy: 'Firma este în faliment.',
      inactive: 'Declarată inactivă de ANAF în acea zi: TVA nu se deduce.',
      vatCanceled: 'ANAF i-a anulat codul de TVA.',
      vatEnded: 'Nu mai era plătitoare de TVA în acea zi.',
      insolvency: 'Firma este în insolvență.',
      dissolution: 'Firma este în dizolvare sau lichidare.',
      suspended: 'Activitatea este suspendată.',
      notRunning: 'Registrul nu o arată în funcțiune.',
      struckOffSince: 'Radiată între timp; în acea zi era înregistrată.',
      inactiveNow: 'Inactivă acum; în acea zi era activă.',
      noVat: 'Neplătitoare de TVA: factura ei nu poate avea TVA.',
      debts: 'Are datorii fiscale restante.',
      vatUnknown: 'ANAF nu a spus dacă era plătitoare de TVA în acea zi.',
      fiscalUnknown: 'ANAF nu a spus dacă era activă fiscal în acea zi.',
      registryUnknown: 'Starea din registru nu se cunoaște.',
      wrongDigit: 'Cifra de control e greșită: probabil o cifră tastată greșit. Nu am întrebat nicio sursă.',
      unknownCode: 'Nicio sursă nu are o firmă cu acest cod.',
      silent: 'ANAF nu a răspuns la timp. Verificați codul din nou.',
    },
    standings: { stop: 'de oprit', check: 'de verificat', fine: 'în regulă' },
    outcomes: { checked: 'verificat', duplicate: 'repetat', refused: 'nu este cod', overLimit: 'peste limită' },
  },
  en: {
    registry: {
      running: 'operating',
      struckOff: 'struck off',
      bankruptcy: 'bankruptcy',
      insolvency: 'insolvency',
      dissolution: 'dissolution',
      suspended: 'suspended',
      notRunning: 'not operating',
      outside: 'outside the registry',
      unknown: 'unknown',
    },
    payer: 'registered',
    noPayer: 'not registered',
    canceled: 'cancelled',
    since: (day) => `since ${day}`,
    until: (day) => `was until ${day}`,
    on: (day) => `on ${day}`,
    seen: (day) => `first seen ${day}`,
    active: 'active',
    inactive: 'inactive',
    yes: 'yes',
    no: 'no',
    unknown: 'unknown',
    wrong: 'wrong code',
    reasons: {
      struckOff: 'The company is struck off.',
      notRegisteredThen: 'The company was not registered on that day.',
      bankruptcy: 'The company is bankrupt.',
      inactive: 'Declared inactive by the tax office on that day: its VAT is not deductible.',
      vatCanceled: 'The tax office cancelled its VAT registration.',
      vatEnded: 'No longer registered for VAT on that day.',
      insolvency: 'The company is insolvent.',
      dissolution: 'The company is being dissolved or liquidated.',
      suspended: 'Its activity is suspended.',
      notRunning: 'The registry does not show it operating.',
      struckOffSince: 'Struck off since; it was registered on that day.',
      inactiveNow: 'Inactive now; it was active on that day.',
      noVat: 'Not registered for VAT: its invoice cannot carry any.',
      debts: 'It has overdue tax debts.',
      vatUnknown: 'The tax office did not say whether it was registered for VAT on that day.',
      fiscalUnknown: 'The tax office did not say whether it was active on that day.',
      registryUnknown: 'Its state in the registry is not known.',
      wrongDigit: 'Its check digit is wrong: a digit was probably mistyped. No source was asked.',
      unknownCode: 'No source has a company with this code.',
      silent: 'The tax office did not answer in time. Check this code again.',
    },
    standings: { stop: 'stop', check: 'look at', fine: 'in order' },
    outcomes: { checked: 'checked', duplicate: 'repeated', refused: 'no code', overLimit: 'over the limit' },
  },
};
