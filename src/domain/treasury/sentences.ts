/** What is said about accounts that are not in the list, or are computed. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('treasury', {
  treasuryCode: {
    en: 'must be the code of a treasury: three digits, with or without TREZ in front',
    ro: 'trebuie să fie codul unei trezorerii: trei cifre, cu sau fără TREZ în față',
  },
  seatOnly: {
    en: ({ county }: { county: string }) =>
      `Our list has only the treasury of the county seat of ${county}; other towns have their own.`,
    ro: ({ county }) =>
      `Pentru ${county} avem în listă numai trezoreria din reședința de județ; alte localități au propria trezorerie.`,
  },
  manyCounties: {
    en: ({ place, counties }: { place: string; counties: number }) =>
      `There is a ${place} in ${counting(counties, 'county', 'counties')}: add the county to the search.`,
    ro: ({ place, counties }) =>
      `Localitatea ${place} există în ${counted(counties, 'județ', 'județe')}: adăugați județul la căutare.`,
  },
  ofSeat: {
    en: ({ place, county, seat, code }: { place: string; county: string; seat: string; code: string }) =>
      `Our list has no treasury of ${place}, ${county}: these are accounts of ${seat} (${code}), the county seat. Ask the tax office which treasury serves ${place}.`,
    ro: ({ place, county, seat, code }) =>
      `Nu avem în listă o trezorerie pentru ${place}, ${county}: acestea sunt conturi de la ${seat} (${code}), din reședința de județ. Întrebați organul fiscal ce trezorerie deservește ${place}.`,
  },
  unknownCode: {
    en: ({ code }: { code: string }) => `No treasury in our list has the code ${code}.`,
    ro: ({ code }) => `Nicio trezorerie din lista noastră nu are codul ${code}.`,
  },
  nothingFits: {
    en: ({ accounts }: { accounts: string }) =>
      `Nothing in our list matches. It has only the accounts ${accounts} of each treasury.`,
    ro: ({ accounts }) => `Nu am găsit nimic. Lista cuprinde numai conturile ${accounts} ale fiecărei trezorerii.`,
  },
  undated: {
    en: 'Of which day the published lists are, one of them at least does not tell.',
    ro: 'Cel puțin una dintre listele publicate nu spune din ce zi este.',
  },
  computedIban: {
    en: 'Computed, not read in a published list: check it with the tax office before you pay.',
    ro: 'Calculat, nu preluat dintr-o listă publicată: verificați-l la organul fiscal înainte de plată.',
  },
  computed: {
    en: ({ count, of }: { count: number; of: number }) =>
      `IBANs computed by the published rule, not read in a published list: ${count} of ${of}.`,
    ro: ({ count, of }) =>
      `Coduri IBAN calculate după regula publicată, nu preluate dintr-o listă publicată: ${count} din ${of}.`,
  },
});
