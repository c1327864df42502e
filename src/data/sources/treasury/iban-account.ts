/** Accounts of a treasury's list, and the lines of its pages that belong to none. */
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseIban, treasuryAccountOf } from '#lib/values/iban.ts';
import { clean } from '#lib/values/text.ts';

interface AccountRecord {
  iban: string;
  treasury: string;
  /** `20A100101XTVA`, filled up with X as in the IBAN. */
  account: string;
  taxName: string;
}

export interface IbanList {
  /** From the heading: `Trezorerie operativa Municipiul Alba Iulia`; null when there is none. */
  treasuryName: string | null;
  /** The day in the list. */
  asOf: Day | null;
  accounts: AccountRecord[];
  /** Lines whose IBAN has wrong check digits or no name, by number. */
  skips: { line: number; reason: string }[];
}

/** Without blanks or in groups of four. */
export const IBAN = /RO ?[0-9]{2}(?: ?[0-9A-Z]){20}(?![0-9A-Z])/;
const IBANS = new RegExp(IBAN, 'g');
const ALONE = /^RO[0-9]{2}TREZ[0-9A-Z]{16}$/;

/** A line with an IBAN only, as in columns. */
export const isIban = (line: string): boolean => ALONE.test(line.trim());

/** Accounts of a treasury anywhere in a text, with right check digits, each once: the accounts that a reader must return. */
export function validIbans(text: string): Set<string> {
  const ibans = (text.match(IBANS) ?? []).map(parseIban);
  return new Set(ibans.filter((iban) => iban !== null && treasuryAccountOf(iban) !== null) as string[]);
}

const HEADING = /^trezoreri[ae]\s+(operativ|jude|comunal|municip|ora[sș]|sector)/i;
/** Numbers of pages, titles of columns and of the list, printed on every page. */
const FURNITURE =
  /^(?:pag(?:ina|\.)?\s*[0-9]+.*|[0-9]+(?:\s*\/\s*[0-9]+)?|nr\.?\s*crt.*|(?:denumire|simbol|cod(?:uri(?:le)?)?)\s+(?:cont|venit|iban|impozit).*|denumire|cont(?:\s+iban)?|coduri\s+iban.*|data\s+public[aă]rii|sursa\s+de\s+finan[tț]are.*)$/is;
const DAY = /^[0-9]{2}\/[0-9]{2}\/[0-9]{4}$/;

/** Reads a line of the list as a whole, or of no account; false for all other lines. */
export function readFurniture(list: IbanList, line: string): boolean {
  if (DAY.test(line)) list.asOf ??= parseRomanianDay(line.replaceAll('/', '.'));
  else if (HEADING.test(line)) list.treasuryName ??= line;
  else return FURNITURE.test(line);
  return true;
}

/** The first day of an account and its symbol, each in its own column: the IBAN has the symbol too. */
export const isOtherColumn = (line: string): boolean =>
  /^(?:[0-9]{2}[-./][0-9]{2}[-./][0-9]{2}(?:[0-9]{2})?|[0-9]{2}[0-9A-Z.]{1,14}|[0-9]{1,4}[.)]?)$/.test(line);

export const emptyList = (): IbanList => ({ treasuryName: null, asOf: null, accounts: [], skips: [] });

export function addAccount(list: IbanList, printed: string, taxName: string | null, line: number): void {
  const iban = parseIban(printed);
  const parts = iban && treasuryAccountOf(iban);
  if (!iban) list.skips.push({ line, reason: 'wrong check digits' });
  else if (!parts) list.skips.push({ line, reason: 'no account of the treasury' });
  else if (taxName === null) list.skips.push({ line, reason: 'no name' });
  else list.accounts.push({ iban, ...parts, taxName });
}

/** Adds the next line of a name. */
export function continueLast({ accounts }: IbanList, line: string): void {
  const last = accounts.at(-1);
  if (last) last.taxName = clean(`${last.taxName} ${line}`) ?? last.taxName;
}
