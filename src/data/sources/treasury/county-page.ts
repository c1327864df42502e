/** The tax authority's page of a county's treasuries: a table of codes, names and links to the lists of IBANs. */
import { rowsOf } from '#data/sources/html.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';

export interface TreasuryRecord {
  /** Three digits. */
  code: string;
  /** `Trezoreria operativă Municipiul Blaj`, as published. */
  name: string;
  /** `Blaj`; null for the county's own unit, which has no town. */
  locality: string | null;
}

/** `name` is the file's, for messages. */
export function parseCountyPage(html: string, name: string): TreasuryRecord[] {
  const treasuries = new Map<string, TreasuryRecord>();
  for (const cells of rowsOf(html, name)) {
    const at = cells.findIndex((cell) => /^TREZ\s?[0-9]{3}$/i.test(cell));
    const title = cells.slice(at + 1).find((cell) => /^trezoreri/i.test(cell));
    const code = cells[at]?.slice(-3);
    if (at >= 0 && code && title) treasuries.set(code, { code, name: title, locality: localityOf(title) });
  }
  if (treasuries.size === 0) throw new WrongShape(name, 'a table with TREZ codes and names of treasuries', 'none');
  return [...treasuries.values()];
}

const UNIT =
  /^trezoreri[ae]\s+(operativ[aă]\s+|jude[tț]ean[aă]\s+)?(?:a\s+)?(?:(?:municipiului|municipiul|municipiu|mun\.|ora[sș]ului|ora[sș]ul|ora[sș]|comunal[aă]|comuna)\s+)?(\S.*)$/is;

/** The town in a unit's name. */
export function localityOf(name: string): string | null {
  const [, kind = '', locality] = UNIT.exec(name) ?? [];
  return locality === undefined || /^jude/i.test(kind) ? null : locality;
}
