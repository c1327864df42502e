/**
 * Trade-register numbers exist in two shapes for the same firm: `J40/8118/2002` and, since 2024, `J2002008118400`
 * (letter, year, six-digit serial, county, check digit). The new shape is the key of the dataset.
 */

const OLD = /^([JFC])\s*0*([0-9]{1,2})\s*\/\s*0*([0-9]{1,6})\s*\/\s*([0-9]{4})$/i;
const NEW = /^([JFC])([0-9]{4})([0-9]{6})([0-9]{2})([0-9])$/i;

/** Check digit: the letter's ASCII code mod 10 plus the twelve digits, mod 10. */
export function registrationCheckDigit(letter: string, twelve: string): number {
  let sum = letter.charCodeAt(0) % 10;
  for (let i = 0; i < twelve.length; i++) sum += twelve.charCodeAt(i) - 48;
  return sum % 10;
}

/** Either shape, or an EUID (prefix `ROONRC.`), to the new one; null otherwise. */
export function parseRegistrationNumber(text: string): string | null {
  const bare = text
    .trim()
    .toUpperCase()
    .replace(/^ROONRC\./, '');
  const old = OLD.exec(bare);
  if (old) {
    const [, letter = '', county = '', serial = '', year = ''] = old;
    const twelve = year + serial.padStart(6, '0') + county.padStart(2, '0');
    return letter + twelve + registrationCheckDigit(letter, twelve);
  }
  const fresh = NEW.exec(bare);
  if (!fresh) return null;
  const [, letter = '', year = '', serial = '', county = '', check] = fresh;
  const twelve = year + serial + county;
  // Concatenated: a slice of the source's text would keep that whole text in memory.
  return Number(check) === registrationCheckDigit(letter, twelve) ? letter + twelve + check : null;
}

/** The old shape of a new number; null for national registrations (county `00`), which never had one. */
export function oldRegistrationNumber(canonical: string): string | null {
  const [, letter = '', year = '', serial = '', county = ''] = NEW.exec(canonical) ?? [];
  if (letter === '' || county === '00') return null;
  return `${letter}${county}/${Number(serial)}/${year}`;
}
