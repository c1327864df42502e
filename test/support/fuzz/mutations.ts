/** Seeded changes of a file: bits, lengths, numbers, cuts, splices and repeats, also of the entries of a ZIP archive. */
import { pick, type Random } from '#demo-country/random.ts';
import { type MadeEntry, madeZip } from '#test/support/raw-zip.ts';

export interface Sample {
  name: string;
  bytes: Buffer;
  /** Of a ZIP archive, so that a changed entry has a right checksum. */
  entries?: readonly MadeEntry[];
}

/** Larger files would only be slower. */
const BYTES_MAX = 2_000_000;
/** The share of archives whose entries change, not their bytes. */
const INSIDE = 0.6;

export function mutated({ bytes, entries }: Sample, others: readonly Sample[], roll: Random): Buffer {
  if (!entries || entries.length === 0 || roll() > INSIDE) return changed(bytes, others, roll);
  const at = Math.floor(roll() * entries.length);
  return madeZip(
    entries.map((entry, i) =>
      i === at ? { ...entry, content: changed(Buffer.from(entry.content), others, roll) } : entry,
    ),
  );
}

function changed(before: Buffer, others: readonly Sample[], roll: Random): Buffer {
  let bytes: Buffer = Buffer.from(before);
  for (let count = 1 + Math.floor(roll() * 3); count > 0; count--)
    bytes = pick(CHANGES, roll())(bytes, others, roll).subarray(0, BYTES_MAX);
  return bytes;
}

type Change = (bytes: Buffer, others: readonly Sample[], roll: Random) => Buffer;

const within = (length: number, roll: Random): number => Math.floor(roll() * (length + 1));

const CHANGES: readonly Change[] = [
  // Bits.
  (bytes, _, roll) => {
    for (let count = 1 + within(30, roll); count > 0 && bytes.length > 0; count--) {
      const at = Math.floor(roll() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(roll() * 8));
    }
    return bytes;
  },
  // Bytes at one place.
  (bytes, _, roll) =>
    bytes.fill(pick([0, 0xff, 0x7f, 0x80, 0x20, 0x0a], roll()), within(bytes.length, roll), within(bytes.length, roll)),
  // A length, a count or an offset, of any width and order.
  (bytes, _, roll) => {
    const value = pick(
      [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, bytes.length, bytes.length + 1],
      roll(),
    );
    const width = pick([1, 2, 4, 8], roll());
    const field = Buffer.alloc(8);
    if (roll() < 0.5) field.writeUInt32LE(value);
    else field.writeUInt32BE(value, Math.max(0, width - 4));
    field.copy(bytes, within(bytes.length, roll), 0, width);
    return bytes;
  },
  // A number in digits.
  (bytes, _, roll) => {
    const number = pick(
      ['0', '-1', '1', '99999999999999999999', '2147483648', '65536', '1e999', '0.1', '000', 'NaN'],
      roll(),
    );
    const from = within(bytes.length, roll);
    const text = bytes.toString('latin1');
    const found = /[0-9]+/.exec(text.slice(from));
    if (!found) return bytes;
    const at = from + found.index;
    return Buffer.from(text.slice(0, at) + number + text.slice(at + found[0].length), 'latin1');
  },
  // Cuts.
  (bytes, _, roll) => bytes.subarray(0, within(bytes.length, roll)),
  (bytes, _, roll) => bytes.subarray(within(Math.min(bytes.length, 200), roll)),
  (bytes, _, roll) => {
    const at = within(bytes.length, roll);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + within(400, roll))]);
  },
  // A block again, often.
  (bytes, _, roll) => {
    const at = within(bytes.length, roll);
    const block = bytes.subarray(at, at + 1 + within(pick([4, 60, 2_000], roll()), roll));
    const times = pick([1, 3, 100, 2_000, 20_000], roll());
    const most = Math.min(times, Math.floor(BYTES_MAX / (block.length + 1)));
    return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(most).fill(block), bytes.subarray(at)]);
  },
  // A block elsewhere, of this file or of another.
  (bytes, others, roll) => {
    const from = roll() < 0.5 ? bytes : pick(others, roll()).bytes;
    const start = within(from.length, roll);
    const block = from.subarray(start, start + within(pick([8, 500, 20_000], roll()), roll));
    const at = within(bytes.length, roll);
    const skipped = roll() < 0.5 ? block.length : 0;
    return Buffer.concat([bytes.subarray(0, at), block, bytes.subarray(at + skipped)]);
  },
  // Words of formats.
  (bytes, _, roll) => {
    const at = within(bytes.length, roll);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(pick(WORDS, roll()), 'latin1'), bytes.subarray(at)]);
  },
  // Lines in another order.
  (bytes, _, roll) => {
    const lines = bytes.toString('latin1').split('\n');
    const [one, other] = [within(lines.length - 1, roll), within(lines.length - 1, roll)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return Buffer.from(lines.join(roll() < 0.1 ? '\r' : '\n'), 'latin1');
  },
];

const WORDS: readonly string[] = [
  '\0',
  '\ufeff',
  '"',
  '""""""',
  '^',
  ';',
  '\t',
  '\r',
  '\n\n\n',
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
  '&b;&#x0;&#xFFFFFFFF;&amp;',
  '<![CDATA[',
  '<!--',
  '</w:p></w:body>',
  '<w:p><w:tbl><w:tr><w:tc>'.repeat(300),
  '<row r="1048577"><c r="XFE1048577" t="s"><v>99999999</v></c></row>',
  '<x xmlns:y="z" y:a="1">',
  '{\\rtf1{\\*\\x',
  '\\bin2147483647 ',
  '\\u-99999?',
  '{'.repeat(2_000),
  '[[[[[[[[[[[[{"a":',
  '{"__proto__":1}',
  'stream\r\nendstream',
  '/Length 99999999',
  '/Filter [/FlateDecode /FlateDecode /ASCIIHexDecode]',
  '/Kids [1 0 R 1 0 R] /Parent 1 0 R',
  '/ByteRange [0 0 0 0]',
  'startxref\n0\n%%EOF',
  'PK\x03\x04',
  'PK\x01\x02',
  'PK\x05\x06',
  '7z\xbc\xaf\x27\x1c',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  '\x30\x80',
  '\x30\x84\xff\xff\xff\xff',
  '\xed\xa0\x80',
  '\xc0\xaf',
  '\xff\xfe',
  '1'.repeat(400),
  'a'.repeat(70_000),
];
