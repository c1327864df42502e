/**
 * Accepted regular expressions beyond linear time, with the maximum length of their inputs and the reason. At that length the worst
 * known input must take less than a millisecond; `npm run regexes` measures it.
 */
import { nameOf } from './find.ts';

interface ShortInput {
  lengthMax: number;
  why: string;
}

const rows: [regex: RegExp, lengthMax: number, why: string][] = [
  [/[^:]*\.[^:]*$/, 45, 'An address that node:net has found to be IPv6.'],
  [
    /\((?:exclu|except)[^)]*\)|\b(?:except|excluding|other than|cu excepția|exclusiv|exceptând|excluzând|altele decât)\b.*$/gi,
    300,
    'Titles of our own table of activities.',
  ],
  [/\/+$/, 500, 'Addresses that the operator writes into the settings.'],
  [/0+$/, 6, 'The decimals of an amount in dollars.'],
  [/\.?0+$/, 60, 'A decimal that was computed here from a rate and an amount of 15 digits.'],
  [/\B(?=(\d{3})+$)/g, 20, 'Amounts of the simulated country.'],
  [
    /^(?:Societatea(?:\s+(?:comercial[ăa]|cooperativ[ăa]|pe ac[țt]iuni))?|S\.?\s?C\.?|Regia autonom[ăa]|Compania)\s+(.+)$/iu,
    200,
    'companyHeading takes no longer line.',
  ],
  [
    /^(?:Cooperativa|Societatea cooperativ[ăa]|Întreprinderea (?:individual|familial)[ăa])\s+(.+)$/iu,
    200,
    'companyHeading takes no longer line.',
  ],
  [/\s*[—–]\s*/g, 200, 'A name in a line that companyHeading took.'],
  [/^\w+?_(\d{4})(\d{2})(\d{2})_.*$/, 100, 'Names of parts, which are made here.'],
  [/X+(?:TVA)?$/, 34, 'Accounts of an IBAN that was checked.'],
];

/** By the name of the expression. */
export const shortInputs: Record<string, ShortInput> = Object.fromEntries(
  rows.map(([regex, lengthMax, why]) => [nameOf(regex), { lengthMax, why }]),
);

/** Expressions composed at run time, as in the code, and why they are harmless. */
export const madeLater: Record<string, string> = {
  "src/transports/mcp/tools/search/fetch-record.ts: pattern: `^(${kinds.join('|')}):`":
    'Eight words of our own at the beginning of a text, each of them of letters alone.',
};
