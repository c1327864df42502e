/** A list as text: lines, and cells between tabs, semicolons, commas or bars, with quotes as spreadsheets write them. */

/** UTF-16 with a byte order mark, UTF-8 if valid, else the code page of Romanian Windows. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

const DELIMITERS = ['\t', ';', ',', '|'];
/** Enough to detect the delimiter. */
const LOOKED_AT_LENGTH = 4_096;

export function cellsOf(text: string): string[][] {
  const start = text.slice(0, LOOKED_AT_LENGTH);
  const counts = DELIMITERS.map((delimiter) => start.split(delimiter).length - 1);
  const most = Math.max(...counts);
  const delimiter = most === 0 ? '\t' : (DELIMITERS[counts.indexOf(most)] ?? '\t');
  return split(text, delimiter);
}

/** An unclosed quote ends with its line. */
function split(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split(/\r\n|\r|\n/))
    rows.push(line.includes('"') ? quoted(line, delimiter) : line.split(delimiter));
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop();
  return rows;
}

function quoted(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isInside = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i] as string;
    if (character === '"') {
      if (isInside && line[i + 1] === '"') {
        cell += '"';
        i++;
      } else isInside = !isInside;
    } else if (character === delimiter && !isInside) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  cells.push(cell);
  return cells;
}
