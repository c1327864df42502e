/** Names of files as they leave: without what seals put behind them, and safe on every system. */

const SEAL_ENDING = /\.(?:p7[ms]|pkcs7|sig)$/i;
/** Of all systems together, with signs that nobody sees or that turn the direction of reading. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g;
/** Windows keeps these for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const ENDING = /\.[a-z0-9]{1,5}$/i;
/** With an ending, in UTF-8, below the 255 that file systems keep. */
const NAME_BYTES_MAX = 200;

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/rtf': '.rtf',
  'application/zip': '.zip',
  'application/x-7z-compressed': '.7z',
  'application/vnd.rar': '.rar',
  'application/xml': '.xml',
  'text/html': '.html',
  'text/plain': '.txt',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
};

/** `Offer.pdf.p7s` → `Offer.pdf`; some seal twice. */
export function unsealedName(name: string): string {
  let rest = name.trim();
  while (SEAL_ENDING.test(rest)) rest = rest.replace(SEAL_ENDING, '').trimEnd();
  return rest;
}

/** `isOpened`: the endings of seals go only where the seals went. Without an ending it gets that of its kind. */
export function fileNameOf(name: string, id: string, isOpened: boolean, mediaType: string | null): string {
  const plain = (isOpened ? unsealedName(name) : name)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const visible = withoutDots(plain.replace(/^\.+/, ''));
  const [ending = ENDINGS[mediaType ?? ''] ?? ''] = ENDING.exec(visible) ?? [];
  const stem = shortened(visible.endsWith(ending) ? visible.slice(0, visible.length - ending.length) : visible);
  const safe = DEVICE.test(stem) ? `_${stem}` : stem;
  return `${safe === '' ? id : safe}${ending}`;
}

/** Windows drops points and blanks at the end. */
function withoutDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** Of whole letters. */
function shortened(name: string): string {
  let bytes = 0;
  let kept = '';
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > NAME_BYTES_MAX) break;
    kept += letter;
  }
  return kept.trim();
}
