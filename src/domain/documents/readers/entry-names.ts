/** Names of files inside archives: shown as they are, and refused where they lead out of it. */

const DRIVE = /^[a-z]:/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** Longer ones no system keeps. */
const NAME_LENGTH_MAX = 1_000;

/** Absolute, climbing out, or with a NUL, by which two readers read two names. */
export const isUnsafeName = (name: string): boolean =>
  name === '' ||
  name.includes('\0') ||
  name.startsWith('/') ||
  DRIVE.test(name) ||
  name.split('/').some((part) => part === '..');

/** Nothing that moves a cursor or turns the reading direction around: `fdp.exe` must not look like `exe.pdf`. */
export const shownName = (name: string): string =>
  name.toWellFormed().replace(UNPRINTABLE, '\ufffd').normalize('NFC').slice(0, NAME_LENGTH_MAX);
