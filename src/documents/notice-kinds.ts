/** Kinds of notices as the procurement system numbers them: their documents are asked for with this number. */
const KINDS: Readonly<Record<string, number>> = { CN: 2, SCN: 17, DC: 6, PC: 7, RFQ: 12 };

/** Null of kinds whose documents we do not know how to ask for. */
export const noticeKind = (type: string): number | null => KINDS[type] ?? null;

/** `CN` of `CN1096282`. */
export const noticeLetters = (notice: string): string => /^[A-Z]*/.exec(notice)?.[0] ?? '';
