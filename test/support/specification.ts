/** The operations that the specification promises, from reference/operations.tsv, and the meaning of each parameter rule. */

import type { Access, FreshnessWindow } from '#api/endpoint.ts';
import { readReference } from '#lib/values/reference-tables.ts';

export interface Promised {
  method: string;
  path: string;
  access: Access;
  fresh: FreshnessWindow;
  params: { name: string; rule: string }[];
}

const WINDOWS: Record<string, FreshnessWindow> = {
  '30 min': '30min',
  '6h': '6h',
  '12h': '12h',
  '24h': '24h',
  '7 days': '7d',
  static: 'static',
};

/** Freshness windows of operations without one in the specification (`-`); the first match counts. */
const OWN_WINDOWS: [paths: RegExp, fresh: FreshnessWindow][] = [
  [/^\/api\/health$/, '15s'],
  [/^\/api\/company\/\{cui\}\/health$/, '7d'],
  [/^\/api\/(sicap|seap)\//, '6h'],
  [/^\/api\/search/, '1h'],
  [/^\/api\/(company|person|decisions|statistica)\//, '24h'],
];

type Column = 'section' | 'method' | 'path' | 'access' | 'cache' | 'params';

export const promised = (): Promised[] =>
  readReference<Column>('operations.tsv').map(({ method, path, access, cache, params }) => ({
    method,
    path,
    access: access === 'Pro' ? 'pro' : 'pro+x402',
    fresh: WINDOWS[cache] ?? ownWindow(path),
    params: params === 'none' ? [] : params.split('; ').map(parameter),
  }));

function ownWindow(path: string): FreshnessWindow {
  const own = OWN_WINDOWS.find(([paths]) => paths.test(path));
  if (!own) throw new Error(`No freshness window is listed for ${path}.`);
  return own[1];
}

function parameter(text: string): { name: string; rule: string } {
  const [name = '', rule = ''] = text.split(/: (.*)/);
  return { name, rule };
}

/** Accepted and refused values of a rule: the bounds themselves, and the first values beyond them. */
export interface Bounds {
  accepts: unknown[];
  refuses: unknown[];
  fallback?: unknown;
}

const LONG = 'x'.repeat(10_000);

const BOUNDS: Record<string, Bounds> = {
  '1-10 digits': { accepts: ['1', '1234567890'], refuses: ['', 'x', '12345678901'] },
  '3 letters': { accepts: ['EUR'], refuses: ['EU', 'EURO', 'E1R'] },
  '4 digits': { accepts: ['6201'], refuses: ['620', '62011', 'abcd'] },
  'prefix of 1-12 digits': { accepts: ['4', '45000000'], refuses: ['', 'x', '1234567890123'] },
  'CPV code': { accepts: ['45000000'], refuses: ['x', LONG] },
  'letter A-U': { accepts: ['A', 'U'], refuses: ['W', 'AB', '1'] },
  'YYYY-MM-DD': { accepts: ['2024-02-29'], refuses: ['2024-2-9', '29.02.2024', '2026-02-30', ''] },
  YYYY: { accepts: ['1990', '2024'], refuses: ['24', '20245', '1989', 'abcd', ''] },
  text: { accepts: ['Ștefan cel Mare'], refuses: [LONG] },
  integer: { accepts: ['0', '100000'], refuses: ['-1', '100001', 'x', '1e1'], fallback: 0 },
  decimal: { accepts: ['1', '0.5', '123456.123456'], refuses: ['0', '-1', 'x', '1e3', '0.1234567'] },
  'true or false': { accepts: ['true', 'false'], refuses: ['1', 'TRUE', ''] },
  'notice number': { accepts: ['CN1062325'], refuses: ['12', 'CN', LONG] },
};

/** The rules of the table: `integer 1-50, default 20`, `cifra, profit or angajati`, `array of 1-100 strings`. */
export function boundsOf(rule: string): Bounds {
  const known = BOUNDS[rule];
  if (known) return known;
  const [, low, high, fallback] = /^integer (\d+)-(\d+)(?:, default (\d+))?$/.exec(rule) ?? [];
  if (low && high) {
    const refuses = [`${Number(low) - 1}`, `${Number(high) + 1}`, '1e1', 'x'];
    return { accepts: [low, high], refuses, ...(fallback && { fallback: Number(fallback) }) };
  }
  const [, fewest, most] = /^array of (\d+)-(\d+) strings$/.exec(rule) ?? [];
  if (fewest && most) {
    const list = (length: number): string[] => Array.from({ length }, () => '90000014');
    return {
      accepts: [list(Number(fewest)), list(Number(most))],
      refuses: [list(Number(fewest) - 1), list(Number(most) + 1), [1], '90000014'],
    };
  }
  if (rule.includes(' or ')) return { accepts: rule.split(/, | or /), refuses: ['', 'zzz'] };
  return { accepts: [], refuses: [LONG] };
}
