/** What the score has to assume, and the reasons for giving none. */
import { type Remark, remark } from '#companies/balances/remark.ts';

export const assumed = {
  always: [
    remark(
      'debtsAllShort',
      'Datoriile nu sunt publicate pe scadențe: z le consideră pe toate sub un an, zHigh pe niciuna.',
      'Debts are not published by maturity: z takes all as due within a year, zHigh none.',
    ),
    remark(
      'retainedEarnings',
      'Rezultatul reportat este aproximat prin capitaluri minus capitalul vărsat și patrimoniul regiei, deci cuprinde și rezerve; zLow ia suma rezultatelor nete cunoscute, dacă este mai mică.',
      'Retained earnings are approximated by equity less paid-in capital and patrimony, so they hold reserves too; zLow takes the sum of the known net results, if lower.',
    ),
    remark(
      'interestUnknown',
      'Dobânzile nu sunt publicate: z folosește rezultatul brut, zHigh adaugă 15 % din datorii ca plafon presupus al dobânzilor.',
      'Interest is not published: z uses the result before tax, zHigh adds 15 % of the debts as an assumed ceiling of interest.',
    ),
    remark(
      'liabilities',
      'Obligațiile din X4 sunt datoriile, veniturile în avans și provizioanele.',
      'The liabilities of X4 are debts, deferred income and provisions.',
    ),
  ],
  x4Capped: remark(
    'x4Capped',
    'X4 este limitat la 8: obligațiile sunt foarte mici sau lipsesc.',
    'X4 is capped at 8: there are hardly any liabilities, or none.',
  ),
  emptyLines: remark(
    'emptyLines',
    'Rândurile lăsate necompletate (cheltuieli și venituri în avans, provizioane, patrimoniul regiei) sunt socotite zero.',
    'Lines left empty (prepaid expenses, deferred income, provisions, patrimony) count as zero.',
  ),
} satisfies Record<string, Remark | Remark[]>;

export const noScore = {
  noBalance: remark('noBalance', 'Nu există niciun bilanț public.', 'There is no public balance sheet.'),
  form: remark(
    'otherForm',
    'Modelul nu se aplică băncilor, asigurătorilor, asociațiilor și altor formulare speciale.',
    'The model does not apply to banks, insurers, associations and other special forms.',
  ),
  noAssets: remark('noAssets', 'Activele totale nu sunt pozitive.', 'Total assets are not positive.'),
  dormant: remark(
    'dormant',
    'Fără cifră de afaceri și fără salariați: firma nu a avut activitate.',
    'No turnover and no employees: the firm was dormant.',
  ),
  imbalanced: remark(
    'balanceOff',
    'Bilanțul nu se închide: cele două părți diferă cu peste 1 %.',
    'The balance sheet does not add up: its two sides differ by more than 1 %.',
  ),
  missing: (name: string): Remark =>
    remark('missingInput', `Lipsește din bilanț: ${name}.`, `Missing from the balance sheet: ${name}.`),
};
