/** The procurement system's number of each kind of notice, which its lists of documents are asked with. Exports name the kind only. */
const TYPE_IDS: Readonly<Record<string, number>> = { CN: 2, DC: 6, PC: 7, RFQ: 12, SCN: 17 };

/** `type`: the letters in front of its number. Null for a kind whose documents are not asked for. */
export const noticeTypeId = (type: string): number | null => TYPE_IDS[type] ?? null;
