/** The kinds of lines in an issue: mastheads, running heads, names of companies, headings of decisions. */
import { clean } from '#lib/values/text.ts';
import { parseRomanMonthDay, parseSpelledDay } from './dates.ts';
import type { GazetteIssue } from './records.ts';

export interface RunningHead extends GazetteIssue {
  page: number | null;
}

const RUNNING =
  /^(?:([0-9]{1,4})\s+)?MONITORUL OFICIAL AL ROM[ÂAÎ]NIEI,?\s+PARTEA\s+(?:a\s+)?([IVX]+)(?:-a)?,?\s+Nr\.?\s*([0-9]+)\s*(?:(bis)\s*)?\/\s*([0-9]{1,2}\.[IVX]+\.[0-9]{4})(?:\s+([0-9]{1,4}))?$/i;

/** `12 MONITORUL OFICIAL AL ROMÂNIEI, PARTEA a IV-a, Nr. 524 bis/14.VII.2015`, the page number at either end or not at all. */
export function runningHead(line: string): RunningHead | null {
  const found = RUNNING.exec(line);
  const date = found && parseRomanMonthDay(found[5] ?? '');
  if (!found || !date) return null;
  const page = Number(found[1] ?? found[6]) || null;
  return { part: (found[2] ?? '').toUpperCase(), number: Number(found[3]), bis: found[4] !== undefined, date, page };
}

/** The first line of a masthead, which has several: the part alone. */
export const startsMasthead = (line: string): boolean => /^P\s*A\s*R\s*T\s*E\s*A\s+(?:a\s+)?[IVX]+(?:-a)?$/i.test(line);

/** `PARTEA a IV-a … Anul 192 (XXXIV) — Nr. 524 bis … Marți, 14 iulie 2026`; null while something is missing. */
export function masthead(lines: readonly string[]): GazetteIssue | null {
  const all = lines.join('\n');
  const part = /P\s*A\s*R\s*T\s*E\s*A\s+(?:a\s+)?([IVX]+)/i.exec(all)?.[1];
  const number = /\bNr\.?\s*([0-9]+)(?:\s+(bis))?/i.exec(all);
  const date = parseSpelledDay(all);
  if (!part || !number || !date) return null;
  return { part: part.toUpperCase(), number: Number(number[1]), bis: number[2] !== undefined, date };
}

/** Legal forms at the end of a name; in a sentence that begins with `Societatea` more words follow. */
const FORM =
  /(?:\bS\.?\s?R\.?\s?L\.?(?:\s?-\s?D\.?)?|\bS\.?\s?A\.?|\bS\.?\s?N\.?\s?C\.?|\bS\.?\s?C\.?\s?[SA]\.?|\bR\.?\s?A\.?)["”]?$/u;
const NAMED =
  /^(?:Societatea(?:\s+(?:comercial[ăa]|cooperativ[ăa]|pe ac[țt]iuni))?|S\.?\s?C\.?|Regia autonom[ăa]|Compania)\s+(.+)$/iu;
const NAMED_WITHOUT_FORM =
  /^(?:Cooperativa|Societatea cooperativ[ăa]|Întreprinderea (?:individual|familial)[ăa])\s+(.+)$/iu;
const NAME_LENGTH_MAX = 200;

/** The company's name of a heading such as `Societatea ZIMBRUL AURIU — S.A.`; null for any other line. */
export function companyHeading(line: string): string | null {
  if (line.length > NAME_LENGTH_MAX) return null;
  const named = NAMED.exec(line)?.[1];
  const name = named && FORM.test(named) ? named : NAMED_WITHOUT_FORM.exec(line)?.[1];
  return name === undefined ? null : clean(name.replace(/\s*[—–]\s*/g, ' ').replace(/^[„"]|["”](?=\s|$)/g, ''));
}

/** Capitals, at the start of a line: within a text the same words are in lower case. */
const DECISION =
  /^(?:HOT[ĂA]R[ÂAÎ]REA?|DECIZIA|DECIZIE|DISPOZI[ȚT]IA|CONVOCARE|CONVOCATOR|CONVOCATORUL|REZOLU[ȚT]IA|MEN[ȚT]IUNE|[ÎI]NCHEIEREA|SENTIN[ȚT]A|ACT(?:UL)? ADI[ȚT]IONAL|ACT(?:UL)? CONSTITUTIV|NOTIFICARE|ANUN[ȚT]|COMUNICAT|PROIECT(?:UL)? DE (?:FUZIUNE|DIVIZARE))(?![\p{L}])/u;

export const isDecisionHeading = (line: string): boolean => DECISION.test(line);

/** The lines that continue a heading begin in lower case: `a Adunării generale ordinare a acționarilor`. */
export const continuesHeading = (line: string): boolean => /^(?:a|al|din|privind|nr\.)\s/.test(line);

const REGISTRATION = /\b([JFC]\s?[0-9]{1,2}\/[0-9]{1,6}\/[0-9]{4}|[JFC][0-9]{13})\b/;
const FISCAL_CODE =
  /(?:\bC\.?U\.?I\.?|\bC\.?I\.?F\.?|cod(?:ul)?\s+(?:unic\s+de\s+[îi]nregistrare|fiscal))\s*(?:nr\.?\s*)?(?::\s*)?(?:RO\s*)?([0-9]{2,10})\b/iu;

export const registrationIn = (text: string): string | null => REGISTRATION.exec(text)?.[1] ?? null;
export const fiscalCodeIn = (text: string): string | null => FISCAL_CODE.exec(text)?.[1] ?? null;
