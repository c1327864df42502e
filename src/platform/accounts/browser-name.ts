/** A browser as its owner would call it: what it is and what it runs on, nothing that tells two of them apart. */

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Null for what is no browser that we know. */
export function browserName(userAgent: string | undefined): string | null {
  const named = (names: readonly (readonly [sign: string, name: string])[]): string | undefined =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return [browser, system].filter(Boolean).join(', ') || null;
}
