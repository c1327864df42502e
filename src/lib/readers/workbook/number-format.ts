/**
 * Numbers as a spreadsheet program displays them, where their format makes them a date, a time or a percentage. Other numbers keep
 * their digits: their formats add separators only.
 */

/** The text of a number, or the number where its format changes nothing that a reader needs. */
type NumberFormat = (value: number) => string | number;

/** Formats with a number instead of a text (ECMA-376, 18.8.30). 14 and 22 follow the locale of the program. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'dd.mm.yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd.mm.yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Spreadsheet programs permit 255 characters, and 64,000 formats of cells. */
const CODE_LENGTH_MAX = 255;
const FORMATS_MAX = 65_536;
/** 31 December 9999, the last day of spreadsheet programs. */
const SERIAL_MAX = 2_958_465;
const DAY_SECONDS = 86_400;
/** 1 January 1970, in days of the calendar that begins in 1900. */
const UNIX_EPOCH = 25_569;
/** Days between the calendars that begin in 1900 and 1904. */
const DAYS_1904 = 1_462;
/** The calendar of 1900 has a 29 February that did not exist. */
const FALSE_LEAP_DAY = 60;

/** The formats of a workbook, by the position that its cells name. */
export class NumberFormats {
  private readonly codes = new Map<number, string>();
  private readonly ids: number[] = [];
  private readonly byId = new Map<number, NumberFormat>();
  /** Days count from 1904, as in workbooks of old Macintosh programs. */
  is1904 = false;

  define(id: number, code: string): void {
    if (this.codes.size < FORMATS_MAX) this.codes.set(id, code.slice(0, CODE_LENGTH_MAX));
  }

  /** The format of the next position. */
  add(id: number): void {
    if (this.ids.length < FORMATS_MAX) this.ids.push(id);
  }

  /** `position` may be missing: the first format is the default. */
  display(value: number, position = 0): string | number {
    return this.formatOf(this.ids[position] ?? 0)(value);
  }

  /** Parsed at the first use, when all codes are defined. */
  private formatOf(id: number): NumberFormat {
    const cached = this.byId.get(id);
    if (cached !== undefined) return cached;
    const format = numberFormat(this.codes.get(id) ?? BUILT_IN[id] ?? '', this.is1904);
    this.byId.set(id, format);
    return format;
  }
}

/** Fifteen digits are exact; more show the error of the binary representation. */
const plain: NumberFormat = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

function numberFormat(code: string, is1904 = false): NumberFormat {
  const sections = sectionsOf(code).map((section) => sectionFormat(section, is1904));
  const [positive = plain, negative = positive, zero = positive] = sections;
  return (value) => {
    if (!Number.isFinite(value)) return value;
    return value > 0 ? positive(value) : value < 0 ? negative(value) : zero(value);
  };
}

type Token =
  | { kind: 'literal' | 'fraction' | 'digits'; text: string }
  | { kind: 'date' | 'elapsed'; text: string }
  | { kind: 'percent' | 'halfDay' };

/** Quoted and escaped characters, brackets, fillers, parts of dates, fractions of seconds, placeholders of digits. */
const TOKENS =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|\[(?<bracket>[^\]]*)\]?|[_*](?<filler>.)|(?<halfDay>AM\/PM|A\/P)|General|(?<date>y+|m+|d+|h+|s+)|(?<fraction>\.0+)|(?<digits>[0#?][0#?.,]*)|(?<percent>%)|(?<semicolon>;)|(?<other>.)/gis;

/** At most four: for positive and negative numbers, zero, and texts. */
function sectionsOf(code: string): Token[][] {
  const sections: Token[][] = [[]];
  for (const { groups = {} } of code.matchAll(TOKENS)) {
    const section = sections.at(-1) as Token[];
    const { quoted, escaped, bracket, date, fraction, digits, other } = groups;
    const literal = quoted ?? escaped ?? other;
    if (groups.semicolon !== undefined) sections.push([]);
    else if (literal !== undefined) section.push({ kind: 'literal', text: literal });
    else if (date !== undefined) section.push({ kind: 'date', text: date.toLowerCase() });
    else if (fraction !== undefined) section.push({ kind: 'fraction', text: fraction });
    else if (digits !== undefined) section.push({ kind: 'digits', text: digits });
    else if (groups.percent !== undefined) section.push({ kind: 'percent' });
    else if (groups.halfDay !== undefined) section.push({ kind: 'halfDay' });
    else if (bracket !== undefined && /^(?:h+|m+|s+)$/i.test(bracket))
      section.push({ kind: 'elapsed', text: bracket.toLowerCase() });
  }
  return sections;
}

function sectionFormat(tokens: readonly Token[], is1904: boolean): NumberFormat {
  if (tokens.some(({ kind }) => kind === 'date' || kind === 'elapsed')) return dateFormat(tokens, is1904);
  if (!tokens.some(({ kind }) => kind === 'percent')) return plain;
  const digits = tokens
    .map((token) => (token.kind === 'digits' || token.kind === 'fraction' ? token.text : ''))
    .join('');
  const point = digits.indexOf('.');
  const decimals = point < 0 ? 0 : Math.min(digits.length - point - 1, 10);
  return (value) => `${(value * 100).toFixed(decimals)}%`;
}

/** `m` means minutes after hours and before seconds, else months. */
function isMinutes(tokens: readonly Token[], at: number): boolean {
  const isPart = ({ kind }: Token): boolean => kind === 'date' || kind === 'elapsed';
  const before = tokens.slice(0, at).findLast(isPart);
  const after = tokens.slice(at + 1).find(isPart);
  const starts = (token: Token | undefined, letter: string): boolean =>
    token !== undefined && 'text' in token && token.text.startsWith(letter);
  return starts(before, 'h') || starts(after, 's');
}

interface Instant {
  /** Seconds since the start of the calendar. */
  elapsed: number;
  day: Date;
  hours: number;
  minutes: number;
  seconds: number;
  fraction: number;
}

function dateFormat(tokens: readonly Token[], is1904: boolean): NumberFormat {
  const hasDay = tokens.some(
    (token, at) => token.kind === 'date' && /^[ydm]/.test(token.text) && !isMinutes(tokens, at),
  );
  const isHalfDay = tokens.some(({ kind }) => kind === 'halfDay');
  const digits = tokens.reduce(
    (most, token) => (token.kind === 'fraction' ? Math.max(most, token.text.length - 1) : most),
    0,
  );
  const unit = 10 ** Math.min(digits, 3);
  const writers = tokens.map((token, at) => tokenWriter(token, isMinutes(tokens, at), isHalfDay));
  return (value) => {
    // A day before the first one is not displayable; a negative time is a row of number signs.
    if (value < (hasDay ? 1 - Number(is1904) : 0) || value > SERIAL_MAX) return plain(value);
    const elapsed = Math.round(value * DAY_SECONDS * unit) / unit;
    const seconds = Math.floor(elapsed) % DAY_SECONDS;
    const instant: Instant = {
      elapsed,
      day: dayOf(Math.floor(elapsed / DAY_SECONDS), is1904),
      hours: Math.floor(seconds / 3_600),
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
      fraction: elapsed % 1,
    };
    return writers.map((write) => write(instant)).join('');
  };
}

function dayOf(serial: number, is1904: boolean): Date {
  const days = is1904 ? serial + DAYS_1904 : serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  return new Date((days - UNIX_EPOCH) * DAY_SECONDS * 1_000);
}

const padded = (number: number, text: string): string => String(number).padStart(Math.min(text.length, 2), '0');

/** Romanian names, whatever the locale of the format: these are documents of Romanian authorities. Made once: making one takes a millisecond. */
const namesOf = (part: 'weekday' | 'month', width: 'long' | 'short'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('ro', { [part]: width, timeZone: 'UTC' });
const NAMES = {
  weekday: { long: namesOf('weekday', 'long'), short: namesOf('weekday', 'short') },
  month: { long: namesOf('month', 'long'), short: namesOf('month', 'short') },
};

function tokenWriter(token: Token, isMinute: boolean, isHalfDay: boolean): (instant: Instant) => string {
  switch (token.kind) {
    case 'literal':
      return () => token.text;
    case 'fraction':
      return ({ fraction }) => fraction.toFixed(Math.min(token.text.length - 1, 3)).slice(1);
    case 'halfDay':
      return ({ hours }) => (hours < 12 ? 'AM' : 'PM');
    case 'elapsed':
      return ({ elapsed }) =>
        padded(Math.floor(elapsed / { h: 3_600, m: 60, s: 1 }[token.text[0] as 'h' | 'm' | 's']), token.text);
    case 'date':
      return dateWriter(token.text, isMinute, isHalfDay);
    default:
      return () => '';
  }
}

function dateWriter(text: string, isMinute: boolean, isHalfDay: boolean): (instant: Instant) => string {
  const width = text.length > 3 ? 'long' : 'short';
  switch (text[0]) {
    case 'y':
      return ({ day }) => (text.length > 2 ? String(day.getUTCFullYear()) : String(day.getUTCFullYear()).slice(-2));
    case 'd':
      if (text.length > 2) return ({ day }) => NAMES.weekday[width].format(day);
      return ({ day }) => padded(day.getUTCDate(), text);
    case 'h':
      return ({ hours }) => padded(isHalfDay ? hours % 12 || 12 : hours, text);
    case 's':
      return ({ seconds }) => padded(seconds, text);
    default:
      if (isMinute) return ({ minutes }) => padded(minutes, text);
      if (text.length > 2) return ({ day }) => NAMES.month[width].format(day);
      return ({ day }) => padded(day.getUTCMonth() + 1, text);
  }
}
