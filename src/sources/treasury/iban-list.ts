/** The list of one treasury's accounts, from the text of its PDF line by line: the words before an IBAN are the tax it is for. */
import { parseIban, treasuryAccountOf } from '#base/iban.ts';
import { clean } from '#base/text.ts';
import { WrongShape } from '#sources/wrong-shape.ts';

export interface AccountRecord {
  iban: string;
  treasury: string;
  /** `20A100101XTVA`, filled up with X as in the IBAN. */
  account: string;
  taxName: string;
}

export interface IbanList {
  /** From the heading: `Trezorerie operativa Municipiul Alba Iulia`; null when there is none. */
  treasuryName: string | null;
  accounts: AccountRecord[];
  /** Lines whose IBAN has wrong check digits or no name, by number. */
  skips: { line: number; reason: string }[];
}

/** Printed together or in groups of four. */
const IBAN = /RO ?[0-9]{2}(?: ?[0-9A-Z]){20}(?![0-9A-Z])/;
const HEADING = /^trezoreri[ae]\s+(operativ|jude)/i;
/** Numbers of pages and the titles of columns, printed on every page. */
const FURNITURE =
  /^(?:pag(?:ina|\.)?\s*[0-9]+.*|[0-9]+(?:\s*\/\s*[0-9]+)?|nr\.?\s*crt.*|(?:denumire|simbol|cod(?:uri(?:le)?)?)\s+(?:cont|venit|iban|impozit).*)$/is;
/** A running number in front, and the symbol of the account wherever it stands: the IBAN says it too. */
const NUMBER = /^[0-9]{1,4}[.)]?\s+(?=\S)/;
const SYMBOL = /(?:^|\s)[0-9]{2}\.?[A-Z]?\.?[0-9]{2}(?:\.?[0-9]{2}){0,3}(?=\s|$)/g;

/** `name` is the file's, for messages. */
export function parseIbanList(lines: Iterable<string>, name: string): IbanList {
  const list: IbanList = { treasuryName: null, accounts: [], skips: [] };
  let before: string[] = [];
  let number = 0;
  for (const raw of lines) {
    number += 1;
    const line = clean(raw);
    if (line === null || FURNITURE.test(line)) continue;
    const found = IBAN.exec(line);
    if (found) {
      const words = [...before, line.slice(0, found.index), line.slice(found.index + found[0].length)].join(' ');
      add(list, found[0], taxNameOf(words), number);
      before = [];
    } else if (HEADING.test(line)) list.treasuryName ??= line;
    else if (isContinued(line) && before.length === 0 && list.accounts.length > 0) continueLast(list, line);
    else before.push(line);
  }
  if (list.accounts.length === 0) throw new WrongShape(name, 'lines with IBANs of a treasury', 'none that can be read');
  return list;
}

function add(list: IbanList, printed: string, taxName: string | null, line: number): void {
  const iban = parseIban(printed);
  const parts = iban && treasuryAccountOf(iban);
  if (!iban) list.skips.push({ line, reason: 'wrong check digits' });
  else if (!parts) list.skips.push({ line, reason: 'no account of the treasury' });
  else if (taxName === null) list.skips.push({ line, reason: 'no name' });
  else list.accounts.push({ iban, ...parts, taxName });
}

/** A name that goes on below its IBAN begins with a small letter or a bracket. */
const isContinued = (line: string): boolean => /^[\p{Ll}(]/u.test(line);

function continueLast({ accounts }: IbanList, line: string): void {
  const last = accounts.at(-1);
  if (last) last.taxName = `${last.taxName} ${line}`;
}

const taxNameOf = (words: string): string | null => clean(words.trim().replace(NUMBER, '').replace(SYMBOL, ' '));
