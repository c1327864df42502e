/** The simulated tax authority's treasury accounts: an index, a page for each county, a PDF for each treasury. */
import { readReference } from '#lib/values/reference-tables.ts';
import { type Answer, html } from './answer.ts';
import { type PositionedText, positionedPdf } from './pdf.ts';

/** As on the real host. */
export const TREASURY_INDEX = '/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm';
const FOLDER = '/static/10/Anaf/AsistentaContribuabili_r/iban2014/';
const CAPITAL = 'București';
/** In the names of the capital's lists, which has no unit of a county. */
const CAPITAL_UNIT = '000';

interface Unit {
  code: string;
  name: string;
  list: string;
}

interface CountyPage {
  name: string;
  /** `Caras_Severin.htm`; none of the capital. */
  page: string | null;
  countyUnit: string;
  units: Unit[];
}

const treasuries = readReference<'code' | 'locality' | 'county_name' | 'county_seat_unit'>('treasury.tsv');

const pages: CountyPage[] = readReference<'name' | 'name_ascii' | 'treasury_county_unit'>('counties.tsv').map((row) => {
  const isCapital = row.name === CAPITAL;
  const countyUnit = isCapital ? CAPITAL_UNIT : row.treasury_county_unit;
  const units = treasuries
    .filter(({ county_name }) => county_name === row.name)
    .map(({ code, locality, county_seat_unit }) => ({
      code,
      name: `Trezoreria operativă ${titleOf(code, county_seat_unit === '1')}${locality}`,
      list: `iban_TREZ${countyUnit}_TREZ${code}.pdf`,
    }));
  return { name: row.name, page: isCapital ? null : `${row.name_ascii.replace(/[- ]/g, '_')}.htm`, countyUnit, units };
});

/** Towns are called in all the ways of the real pages: some are none, `Municipiu` lacks its article, villages are `Comunala`. */
function titleOf(code: string, isSeat: boolean): string {
  if (isSeat) return Number(code) % 7 === 0 ? 'Municipiu ' : 'Municipiul ';
  return ['', '', '', 'Orașul ', 'Oraș ', 'Comunala '][Number(code) % 6] ?? '';
}

/** Accounts of every treasury, as their symbols stand in IBANs. */
const accounts = readReference<'symbol' | 'iban_account' | 'name_ro'>('treasury-accounts.tsv').filter(
  ({ iban_account }) => /^[0-9A-Z]+$/.test(iban_account),
);

type TreasuryAnswer = { page: string } | { pdf: Buffer };

/** The page or list at a path; null for any other. */
function treasuryFile(path: string, host: string): TreasuryAnswer | null {
  if (path === TREASURY_INDEX) return { page: indexPage() };
  if (!path.startsWith(FOLDER)) return null;
  const name = path.slice(FOLDER.length);
  const county = pages.find(({ page }) => page === name);
  if (county) return { page: countyPage(county, host) };
  const unit = pages.flatMap(({ units }) => units).find(({ list }) => list === name);
  return unit ? { pdf: listOf(unit) } : null;
}

function indexPage(): string {
  const counties = pages.flatMap(({ name, page }) =>
    page ? [`<li><a href="iban2014/${page}">${entities(name)}</a></li>`] : [],
  );
  const capital = pages
    .filter(({ page }) => page === null)
    .flatMap(({ units }) =>
      units.map(({ list, code, name }) => `<li>TREZ${code} <a href='iban2014/${list}'>${entities(name)}</a></li>`),
    );
  return `<html><head><title>Coduri IBAN</title></head><body><h2>Coduri IBAN</h2>
<p><a href="iban2014/bugetstat.htm">Bugetul de stat</a> <a href="iban2014/bass.htm">BASS</a> <a href="iban2014/IBAN_cheltuieli_2026.pdf">Cheltuieli</a></p>
<ul>\n${[...counties, ...capital].join('\n')}\n</ul></body></html>`;
}

/** With unclosed tags, and absolute links by http, as the real pages have them. */
function countyPage({ name, countyUnit, units }: CountyPage, host: string): string {
  const rows = units.map(
    (unit) =>
      `<tr><td align=center><a href="http://${host}${FOLDER}${unit.list}">TREZ${unit.code}</a><td>${entities(unit.name)}</td></tr>`,
  );
  return `<html><head><title>Coduri IBAN</title></head><body><TABLE border=1>
<tr><td><b>Cod trezorerie</b></td><td><b>Denumire</b></td></tr>
<tr><td>TREZ${countyUnit}</td><td>${entities(`Trezoreria județeană ${name}`)}</td></tr>
${rows.join('\n')}
</TABLE></body></html>`;
}

function listOf({ code, name }: Unit): Buffer {
  const title = withoutMarks(name.replace('Trezoreria', 'Trezorerie'));
  return listPdf(
    title,
    accounts.map(({ symbol, iban_account, name_ro }) => ({ symbol, name: name_ro, iban: ibanOf(code, iban_account) })),
  );
}

/** By ISO 13616, in one division: deliberately independent of the service's own check. */
function ibanOf(treasury: string, account: string): string {
  const bban = `TREZ${treasury}${account.padEnd(13, 'X')}`;
  const digits = Array.from(`${bban}RO00`, (character) => Number.parseInt(character, 36)).join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `RO${String(check).padStart(2, '0')}${bban}`;
}

/** Writes letters as entities and with cedillas, as the real pages do. */
const entities = (text: string): string =>
  text.replaceAll('ă', '&#259;').replaceAll('ț', '&#355;').replaceAll('ș', 'ş').replaceAll('Ș', '&#350;');

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

interface Account {
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

function listPdf(title: string, accounts: readonly Account[]): Buffer {
  const pages: { columns: Record<keyof typeof AT, PositionedText[]> }[] = [];
  let y = 0;
  const page = () => pages.at(-1)?.columns ?? nextPage();
  const nextPage = () => {
    const columns = { day: [], iban: [], symbol: [], name: [] };
    pages.push({ columns });
    y = FIRST_Y;
    return columns as Record<keyof typeof AT, PositionedText[]>;
  };
  for (const [i, { symbol, iban, name }] of accounts.entries()) {
    if (pages.length === 0 || y < FOOT_Y) nextPage();
    const columns = page();
    columns.day.push({ x: AT.day, y, text: DAYS[i % DAYS.length] ?? '' });
    columns.iban.push({ x: AT.iban, y, text: iban });
    columns.symbol.push({ x: AT.symbol, y, text: symbol });
    for (const [line, text] of wrapText(name).entries()) {
      if (line > 0) y -= WRAPPED_POINTS;
      if (y < FOOT_Y) nextPage();
      page().name.push({ x: AT.name, y, text });
    }
    y -= ROW_POINTS;
  }
  return positionedPdf(
    pages.map(({ columns }, i) => [...headOf(title, i + 1), ...columnsOf(columns)]),
    { title },
  );
}

const headOf = (title: string, page: number): PositionedText[] => [
  { x: 441, y: 5, text: `Pag. ${page} ` },
  { x: 242, y: 782, text: 'Coduri IBAN' },
  { x: 539, y: 742, text: '18/06/2026' },
  { x: 168, y: 764, text: title },
  { x: 17, y: 728, text: 'Sursa de finantare: A Integral de la buget' },
];

/** Each column before its title. */
const columnsOf = ({ day, iban, symbol, name }: Record<keyof typeof AT, PositionedText[]>): PositionedText[] => [
  ...day,
  { x: AT.day, y: HEAD_Y, text: 'Data publicarii' },
  ...iban,
  { x: AT.iban + 50, y: HEAD_Y, text: 'Cont IBAN ' },
  ...symbol,
  { x: AT.symbol, y: HEAD_Y - 1.5, text: 'Cont' },
  ...name,
  { x: AT.name, y: HEAD_Y, text: 'Denumire' },
];

function wrapText(name: string): string[] {
  const lines = [''];
  for (const word of name.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length > NAME_CHARS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** `host`: the host of the request. */
export function answerTreasury(path: string, host: string): Answer {
  const file = treasuryFile(path, host);
  if (file === null) return html('<html><body><h1>404 - Fișierul nu a fost găsit</h1></body></html>', 404);
  return 'page' in file
    ? html(file.page)
    : { status: 200, headers: { 'content-type': 'application/pdf' }, body: file.pdf };
}
