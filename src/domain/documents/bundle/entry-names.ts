/** Names of files inside of a bundle: every system can unpack them, none leads out of its folder, no two are the same. */
import type { DocumentSection } from '#data/sources/procurement/records.ts';

/** As the procurement system's own archive is read by people: without diacritics, which some unpackers still break. */
const FOLDERS: Readonly<Record<DocumentSection, string>> = {
  documentation: 'Documentatie',
  duae: 'DUAE',
  strategy: 'Strategie',
  decision: 'Decizii',
  exAnte: 'Control ex-ante',
  clarification: 'Clarificari',
  supplierReport: 'Documente constatatoare',
  other: 'Altele',
};

/** Of a name without its folder: file systems take 255 bytes, and some add to it. */
const NAME_BYTES_MAX = 180;
/** Letters of an ending that is kept when a name is cut. */
const ENDING_MAX = 12;

/** What Windows does not take, what divides folders, and signs that nobody sees or that turn the direction of the others. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
/** Devices of Windows, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

export function safeName(name: string): string {
  const plain = name.toWellFormed().normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ').trim();
  // Windows drops points and blanks at the end; a point in front hides a file elsewhere.
  const ended = plain.slice(0, lengthWithout(plain)).replace(/^\.+/, '_');
  const named = ended === '' ? 'document' : RESERVED.test(ended) ? `_${ended}` : ended;
  return shortened(named, NAME_BYTES_MAX);
}

/** Gives each file a place of its own, whatever the letters of its name are. */
export function entryNames(): (section: DocumentSection, name: string) => string {
  const taken = new Set<string>();
  return (section, name) => {
    const safe = safeName(name);
    for (let number = 1; ; number++) {
      const path = `${FOLDERS[section]}/${number === 1 ? safe : numbered(safe, number)}`;
      // Names that differ in the case of a letter only are one file on many systems.
      const key = path.normalize('NFKC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}

function numbered(name: string, number: number): string {
  const { stem, ending } = parted(name);
  return `${stem} (${number})${ending}`;
}

function lengthWithout(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end--;
  return end;
}

function parted(name: string): { stem: string; ending: string } {
  const point = name.lastIndexOf('.');
  const isEnding = point > 0 && name.length - point <= ENDING_MAX;
  return isEnding ? { stem: name.slice(0, point), ending: name.slice(point) } : { stem: name, ending: '' };
}

function shortened(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const { stem, ending } = parted(name);
  let kept = '';
  let bytes = Buffer.byteLength(ending);
  for (const sign of stem) {
    bytes += Buffer.byteLength(sign);
    if (bytes > bytesMax) break;
    kept += sign;
  }
  return kept.slice(0, lengthWithout(kept)) + ending;
}
