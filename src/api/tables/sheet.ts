/** One sheet of a workbook as XML: numbers, days and truth values are such cells, all else is text and never a formula. */
import type { Cell } from './columns.ts';

/** Places in the table of `styles` (workbook.ts). */
export const STYLE = { day: 1, instant: 2, heading: 3 } as const;

/** Excel takes no longer text into a cell. */
const TEXT_LENGTH_MAX = 32_767;

export const sheetStart = (widths: readonly number[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

export const SHEET_END = '</sheetData></worksheet>';

/** `cut`: what is said at the end of a text that is too long for a cell. */
export function rowXml(number: number, cells: readonly Cell[], cut: string, style?: number): string {
  let xml = `<row r="${number}">`;
  for (const [i, cell] of cells.entries())
    if (cell !== null && cell !== '') xml += cellXml(`${letters(i)}${number}`, cell, cut, style);
  return `${xml}</row>`;
}

function cellXml(place: string, cell: string | number | boolean, cut: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"${styled}><v>${cell}</v></c>` : '';
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const moment = style === undefined ? momentOf(cell) : null;
  if (moment) return `<c r="${place}" s="${moment.style}"><v>${moment.serial}</v></c>`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(cell, cut))}</t></is></c>`;
}

const DAY_MS = 86_400_000;
/** Days are counted from here; earlier than March 1900 Excel counts a day that never was. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z)?$/;

/** A day, or an instant of UTC, as Excel counts them; null for every other text. */
function momentOf(text: string): { serial: number; style: number } | null {
  if (!MOMENT.test(text)) return null;
  const ms = Date.parse(text);
  // 2026-02-30 is read as a day of March, or as none.
  if (Number.isNaN(ms) || ms < FIRST_DAY || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) return null;
  return { serial: (ms - DAY_ZERO) / DAY_MS, style: text.length > 10 ? STYLE.instant : STYLE.day };
}

function shortened(text: string, cut: string): string {
  if (text.length <= TEXT_LENGTH_MAX) return text;
  return `${text.slice(0, TEXT_LENGTH_MAX - cut.length - 1).toWellFormed()} ${cut}`;
}

/** Characters that XML cannot hold are written as `_x0007_`, and what looks like that already is marked as text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // Two may share the mark between them.
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (found) => (found === '\t' || found === '\n' ? found : coded(found)))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`;

const ALPHABET = 26;

/** `A` … `Z`, `AA` … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % ALPHABET));
  return index < ALPHABET ? last : letters(Math.floor(index / ALPHABET) - 1) + last;
}
