/**
 * Personal numbers (CNP) in running text: thirteen digits of which the last is a check, so that other long numbers stay. Behind the
 * word itself the check does not count: a number that was mistyped or misread still leads to the person.
 */

const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
/** As people write them: in one piece, or with blanks, points or hyphens between groups. Found without going back. */
const DIGITS = /\d(?:[ .\u00a0-]?\d){12,}/g;
const LENGTH = 13;
/** Of birth. Numbers 7 and 8 are of foreigners who live here, 9 of others. */
const MONTHS = 12;
const DAYS = 31;
/** Counties, the sectors of the capital, those who left or came back; newer ones begin at 70. */
const COUNTY_MAX = 52;
const COUNTY_ANY = 70;

/** Ends right before the number. Looked for in a few letters only. */
const CALLED_CNP = /(?:\bC\.? ?N\.? ?P\b|\bnumeric personal\b)[\s.:=_,()-]{0,8}(?:nr\.?[\s:]{0,4})?$/i;
const CALLED_LENGTH = 40;

const MASKED_CNP = '[CNP]';

export function isCnp(digits: string): boolean {
  if (digits.length !== LENGTH || digits[0] === '0') return false;
  const [month, day, county] = [Number(digits.slice(3, 5)), Number(digits.slice(5, 7)), Number(digits.slice(7, 9))];
  if (month < 1 || month > MONTHS || day < 1 || day > DAYS) return false;
  if (county < 1 || (county > COUNTY_MAX && county < COUNTY_ANY)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0) % 11;
  return (sum === 10 ? 1 : sum) === Number(digits[LENGTH - 1]);
}

/** Every CNP taken out, also one that stands in the middle of a longer row of digits and blanks: columns of a table run together. */
export const withoutCnp = (text: string): string =>
  text.replace(DIGITS, (run, at: number) =>
    maskedRun(run, CALLED_CNP.test(text.slice(Math.max(0, at - CALLED_LENGTH), at))),
  );

/** A run of digits: groups that blanks divide are tried from each place at which a group begins. */
function maskedRun(run: string, isCalledCnp: boolean): string {
  const parts: string[] = [];
  let rest = 0;
  for (let at = 0; at < run.length; ) {
    const found = isStart(run, at) ? cnpAt(run, at, isCalledCnp && at === 0) : 0;
    if (found > 0) {
      parts.push(run.slice(rest, at), MASKED_CNP);
      rest = at + found;
    }
    at += Math.max(1, found);
  }
  return parts.join('') + run.slice(rest);
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9';
const isStart = (run: string, at: number): boolean => isDigit(run[at]) && !isDigit(run[at - 1]);

/** How many signs it takes; 0 when none begins there, or more digits follow at once. */
function cnpAt(run: string, at: number, isCalledCnp: boolean): number {
  let digits = '';
  let end = at;
  for (; end < run.length && digits.length < LENGTH; end++) if (isDigit(run[end])) digits += run[end];
  return !isDigit(run[end]) && (isCnp(digits) || isCalledCnp) ? end - at : 0;
}
