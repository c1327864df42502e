/**
 * The PDF of a treasury's accounts as the real ones are written: a table of days, IBANs, symbols and names, one column after the other,
 * so that its text says nothing of what belongs together; only the places do. Long names go over several lines, and over pages.
 */
import { type PlacedText, placedPdf } from './pdf.ts';

interface ListedAccount {
  symbol: string;
  iban: string;
  name: string;
}

/** Points from the left. */
const AT = { day: 17, iban: 68, symbol: 197, name: 248 };
const HEAD_Y = 712;
const FIRST_Y = 694;
const FOOT_Y = 24;
const ROW_POINTS = 13.5;
const WRAPPED_POINTS = 9;
const NAME_CHARS = 60;

/** Days from which accounts count: most of them one day of 2005. */
const DAYS = ['21-11-05', '21-11-05', '21-11-05', '13-01-23', '07-02-25'];

export function listPdf(title: string, accounts: readonly ListedAccount[]): Buffer {
  const pages: { columns: Record<keyof typeof AT, PlacedText[]> }[] = [];
  let y = 0;
  const page = () => pages.at(-1)?.columns ?? turned();
  const turned = () => {
    const columns = { day: [], iban: [], symbol: [], name: [] };
    pages.push({ columns });
    y = FIRST_Y;
    return columns as Record<keyof typeof AT, PlacedText[]>;
  };
  for (const [i, { symbol, iban, name }] of accounts.entries()) {
    if (pages.length === 0 || y < FOOT_Y) turned();
    const columns = page();
    columns.day.push({ x: AT.day, y, text: DAYS[i % DAYS.length] ?? '' });
    columns.iban.push({ x: AT.iban, y, text: iban });
    columns.symbol.push({ x: AT.symbol, y, text: symbol });
    for (const [line, text] of wrapped(name).entries()) {
      if (line > 0) y -= WRAPPED_POINTS;
      if (y < FOOT_Y) turned();
      page().name.push({ x: AT.name, y, text });
    }
    y -= ROW_POINTS;
  }
  return placedPdf(
    pages.map(({ columns }, i) => [...headOf(title, i + 1), ...columnsOf(columns)]),
    { title },
  );
}

const headOf = (title: string, page: number): PlacedText[] => [
  { x: 441, y: 5, text: `Pag. ${page} ` },
  { x: 242, y: 782, text: 'Coduri IBAN' },
  { x: 539, y: 742, text: '18/06/2026' },
  { x: 168, y: 764, text: title },
  { x: 17, y: 728, text: 'Sursa de finantare: A Integral de la buget' },
];

/** Each under its title, which comes last. */
const columnsOf = ({ day, iban, symbol, name }: Record<keyof typeof AT, PlacedText[]>): PlacedText[] => [
  ...day,
  { x: AT.day, y: HEAD_Y, text: 'Data publicarii' },
  ...iban,
  { x: AT.iban + 50, y: HEAD_Y, text: 'Cont IBAN ' },
  ...symbol,
  { x: AT.symbol, y: HEAD_Y - 1.5, text: 'Cont' },
  ...name,
  { x: AT.name, y: HEAD_Y, text: 'Denumire' },
];

function wrapped(name: string): string[] {
  const lines = [''];
  for (const word of name.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length > NAME_CHARS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
