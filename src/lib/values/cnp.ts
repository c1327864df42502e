/**
 * Personal numbers (CNP) in running text. The check digit tells them from other long numbers. A number labelled as CNP is masked
 * without the check: a mistyped or misread number still leads to the person.
 */

const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
/** Written together, or with blanks, points or hyphens between groups. The expression does not backtrack. */
const DIGITS = /\d(?:[ .\u00a0-]?\d){12,}/g;
const LENGTH = 13;
/** Of the birth date. */
const MONTHS = 12;
const DAYS = 31;
/** Codes of counties, of the sectors of the capital and of emigrants; newer codes begin at 70. */
const COUNTY_MAX = 52;
const COUNTY_ANY = 70;

/** The label right before the number, searched for in the preceding characters only. */
const CNP_LABEL = /(?:\bC\.? ?N\.? ?P\b|\bnumeric personal\b)[\s.:=_,()-]{0,8}(?:nr\.?[\s:]{0,4})?$/i;
const LABEL_LENGTH_MAX = 40;

const MASKED_CNP = '[CNP]';

export function isCnp(digits: string): boolean {
  if (digits.length !== LENGTH || digits[0] === '0') return false;
  const [month, day, county] = [Number(digits.slice(3, 5)), Number(digits.slice(5, 7)), Number(digits.slice(7, 9))];
  if (month < 1 || month > MONTHS || day < 1 || day > DAYS) return false;
  if (county < 1 || (county > COUNTY_MAX && county < COUNTY_ANY)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0) % 11;
  return (sum === 10 ? 1 : sum) === Number(digits[LENGTH - 1]);
}

/** Masks every CNP, also inside of a longer run of digits and blanks: columns of a table run together. */
export const withoutCnp = (text: string): string =>
  text.replace(DIGITS, (run, at: number) =>
    maskedRun(run, CNP_LABEL.test(text.slice(Math.max(0, at - LABEL_LENGTH_MAX), at))),
  );

/** A CNP may begin at any group of the run. */
function maskedRun(run: string, isLabelled: boolean): string {
  const parts: string[] = [];
  let rest = 0;
  for (let at = 0; at < run.length; ) {
    const length = isStart(run, at) ? cnpAt(run, at, isLabelled && at === 0) : 0;
    if (length > 0) {
      parts.push(run.slice(rest, at), MASKED_CNP);
      rest = at + length;
    }
    at += Math.max(1, length);
  }
  return parts.join('') + run.slice(rest);
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';
const isStart = (run: string, at: number): boolean => isDigit(run[at]) && !isDigit(run[at - 1]);

/** Length in characters; 0 when no CNP begins there, or another digit follows directly. */
function cnpAt(run: string, at: number, isCalledCnp: boolean): number {
  let digits = '';
  let end = at;
  for (; end < run.length && digits.length < LENGTH; end++) if (isDigit(run[end])) digits += run[end];
  return !isDigit(run[end]) && (isCnp(digits) || isCalledCnp) ? end - at : 0;
}
