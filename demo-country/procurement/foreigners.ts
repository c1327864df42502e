/** Suppliers from abroad, under codes that no Romanian check digit fits. */
import type { Party } from './party.ts';

const FIRST_ID = 90_000_000;

const FIRMS: [name: string, code: string, city: string, country: string][] = [
  ['SILBERWOLF MEDIZINTECHNIK GMBH', 'DE811193231', 'Regensburg', 'Germania'],
  ['NORDWIND TEXTIL GMBH', 'DE 129273398', 'Bremen', 'Germania'],
  ['ALPENSTERN ANLAGENBAU GESMBH', 'ATU36801500', 'Graz', 'Austria'],
  ['LUPO ROSSO IMPIANTI S.R.L.', 'IT03976881007', 'Bergamo', 'Italia'],
  ['SOCIETE DU HERON BLEU SAS', 'FR40303265045', 'Lyon', 'Franta'],
  ['ARANYSZARVAS KFT.', 'HU12892312', 'Debrecen', 'Ungaria'],
  ['ZLATNA REKA OOD', 'BG175074752', 'Ruse', 'Bulgaria'],
  ['DE ZILVEREN REIGER B.V.', 'NL001690127B02', 'Utrecht', 'Olanda'],
  ['BIALY ZUBR SP. Z O.O.', 'PL5252344078', 'Lublin', 'Polonia'],
  ['GRAY HERON INSTRUMENTS LTD', 'GB 220430231', 'Leeds', 'Regatul Unit'],
  ['BARZA ALBA S.R.L.', '1003600012345', 'Chișinău', 'Republica Moldova'],
  ['BLUE OWL ANALYTICS INC.', '47-1234567', 'Boston', 'Statele Unite ale Americii'],
];

export const foreigners: readonly Party[] = FIRMS.map(([name, code, city, country], n) => ({
  id: FIRST_ID + n,
  code,
  name,
  street: 'Industriestrasse 1',
  city,
  county: null,
  postalCode: null,
  country,
}));
