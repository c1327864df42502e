/** What is said about accounts that are not in the list, or are computed. */
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('treasury', {
  treasuryCode: {
    en: 'must be the code of a treasury: three digits, with or without TREZ in front',
    ro: 'trebuie să fie codul unei trezorerii: trei cifre, cu sau fără TREZ în față',
  },
  seatOnly: {
    en: ({ county }: { county: string }) =>
      `Of ${county} only the treasury of the county seat is in our list; other towns have their own.`,
    ro: ({ county }) =>
      `Din ${county} avem în listă numai trezoreria reședinței de județ; alte localități au trezoreria lor.`,
  },
  manyCounties: {
    en: ({ place, counties }: { place: string; counties: number }) =>
      `${place} is in ${counties} counties: name the county, too.`,
    ro: ({ place, counties }) => `${place} se află în ${counted(counties, 'județ', 'județe')}: numiți și județul.`,
  },
  ofSeat: {
    en: ({ place, county, seat, code }: { place: string; county: string; seat: string; code: string }) =>
      `No treasury of ${place}, ${county}, is in our list: these are accounts of ${seat} (${code}), the county seat. Ask the tax office which treasury serves ${place}.`,
    ro: ({ place, county, seat, code }) =>
      `Nu avem în listă o trezorerie pentru ${place}, ${county}: acestea sunt conturi ale ${seat} (${code}), de la reședința de județ. Întrebați organul fiscal ce trezorerie deservește ${place}.`,
  },
  unknownCode: {
    en: ({ code }: { code: string }) => `No treasury in our list has the code ${code}.`,
    ro: ({ code }) => `Nicio trezorerie din lista noastră nu are codul ${code}.`,
  },
  nothingFits: {
    en: ({ accounts }: { accounts: string }) =>
      `Nothing in our list fits. Of each treasury it has only the accounts ${accounts}.`,
    ro: ({ accounts }) =>
      `Nimic din listă nu se potrivește. Lista cuprinde numai conturile ${accounts} ale fiecărei trezorerii.`,
  },
  computedIban: {
    en: 'Computed, not read in a published list: check it with the tax office before you pay.',
    ro: 'Calculat, nu citit dintr-o listă publicată: verificați-l la organul fiscal înainte de plată.',
  },
  computed: {
    en: ({ count, of }: { count: number; of: number }) =>
      `${count} of ${of} IBANs are computed by the published rule, not read in a published list.`,
    ro: ({ count, of }) =>
      `${count} din ${counted(of, 'cod IBAN', 'coduri IBAN')} sunt calculate după regula publicată, nu citite dintr-o listă publicată.`,
  },
});
