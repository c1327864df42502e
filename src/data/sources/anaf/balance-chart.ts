/** The chart of an ordinary company's balance sheet, by the codes the tax authority has used since the year 2019. */

/** Labels in comma-below and without the stray blanks of the live service. */
export const standardChart: ReadonlyMap<string, string> = new Map([
  ['I1', 'ACTIVE IMOBILIZATE - TOTAL'],
  ['I2', 'ACTIVE CIRCULANTE - TOTAL, din care:'],
  ['I3', 'Stocuri'],
  ['I4', 'Creante'],
  ['I5', 'Casa și conturi la bănci'],
  ['I6', 'CHELTUIELI IN AVANS'],
  ['I7', 'DATORII'],
  ['I8', 'VENITURI IN AVANS'],
  ['I9', 'PROVIZIOANE'],
  ['I10', 'CAPITALURI - TOTAL, din care:'],
  ['I11', 'Capital subscris varsat'],
  ['I12', 'Patrimoniul regiei'],
  ['I13', 'Cifra de afaceri neta'],
  ['I14', 'VENITURI TOTALE'],
  ['I15', 'CHELTUIELI TOTALE'],
  ['I16', 'Profit brut'],
  ['I17', 'Pierdere bruta'],
  ['I18', 'Profit net'],
  ['I19', 'Pierdere neta'],
  ['I20', 'Numar mediu de salariati'],
]);

/** True for exactly the codes I1 to I20, in any order. Banks, insurers and others have charts of their own. */
export const isStandardChart = (codes: readonly string[]): boolean =>
  codes.length === standardChart.size &&
  codes.every((code) => standardChart.has(code)) &&
  new Set(codes).size === codes.length;
