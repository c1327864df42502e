/** Which trades sell what: CAEN Rev.3 sections of each CPV division, so that builders build and clinics heal. */

const SECTIONS: Record<string, string> = {
  '03': 'AG',
  '09': 'DGB',
  '14': 'BCG',
  '15': 'CGA',
  '22': 'CJ',
  '30': 'GK',
  '32': 'CGK',
  '33': 'GCR',
  '41': 'E',
  '44': 'CGF',
  '45': 'F',
  '48': 'K',
  '50': 'CGT',
  '51': 'CF',
  '55': 'I',
  '60': 'H',
  '63': 'H',
  '64': 'HK',
  '65': 'DE',
  '66': 'L',
  '70': 'M',
  '71': 'N',
  '72': 'K',
  '73': 'N',
  '75': 'OP',
  '76': 'B',
  '77': 'AO',
  '79': 'NO',
  '80': 'Q',
  '85': 'R',
  '90': 'EO',
  '92': 'SJ',
  '98': 'T',
};
/** Goods are made or traded. */
const GOODS = 'CG';

export const sectionsOf = (division: string): string => SECTIONS[division] ?? GOODS;
