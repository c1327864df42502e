/** ASN.1 as a tree that can be changed and written again: for forgeries, and for what openssl cannot add. Shares nothing with `src/`. */

export interface Tree {
  tag: number;
  /** For constructed ones. */
  parts: Tree[];
  /** For the others. */
  body: Buffer;
}

export function treeOf(bytes: Buffer): Tree {
  // A copy: what is changed in the tree must not change the file that it was read from.
  return read(Buffer.from(bytes), 0).tree;
}

function read(bytes: Buffer, at: number): { tree: Tree; end: number } {
  const tag = bytes[at] ?? 0;
  let length = bytes[at + 1] ?? 0;
  let start = at + 2;
  if (length > 0x80) {
    const count = length - 0x80;
    length = bytes.readUIntBE(start, count);
    start += count;
  }
  const body = bytes.subarray(start, start + length);
  const parts: Tree[] = [];
  if (tag & 0x20) {
    for (let place = 0; place < body.length; ) {
      const { tree, end } = read(body, place);
      parts.push(tree);
      place = end;
    }
  }
  return { tree: { tag, parts, body: tag & 0x20 ? Buffer.alloc(0) : body }, end: start + length };
}

export function bytesOf({ tag, parts, body }: Tree): Buffer {
  return encoded(tag, tag & 0x20 ? Buffer.concat(parts.map(bytesOf)) : body);
}

export function encoded(tag: number, body: Buffer): Buffer {
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body]);
}

export const node = (tag: number, ...parts: Tree[]): Tree => ({ tag, parts, body: Buffer.alloc(0) });
export const leaf = (tag: number, body: Buffer): Tree => ({ tag, parts: [], body });

/** `1.2.840.113549.1.9.4`. */
export function oid(text: string): Tree {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128);
    return digits;
  });
  return leaf(0x06, Buffer.from(bytes));
}

/** The parts of a CMS seal that tests change. */
export interface SealTree {
  tree: Tree;
  signedData: Tree;
  /** Type and, where attached, content. */
  encapsulated: Tree;
  signerInfos: Tree[];
  bytes(): Buffer;
}

export function sealTree(der: Buffer): SealTree {
  const tree = treeOf(der);
  const signedData = tree.parts[1]?.parts[0] as Tree;
  return {
    tree,
    signedData,
    encapsulated: signedData.parts[2] as Tree,
    signerInfos: (signedData.parts.at(-1) as Tree).parts,
    bytes: () => bytesOf(tree),
  };
}

/** Of a SignerInfo. */
export const signedAttributes = (info: Tree): Tree => info.parts.find(({ tag }) => tag === 0xa0) as Tree;
export const signatureOf = (info: Tree): Tree => info.parts.find(({ tag }) => tag === 0x04) as Tree;

export function addUnsigned(info: Tree, type: string, value: Buffer): void {
  const attribute = node(0x30, oid(type), node(0x31, treeOf(value)));
  const set = info.parts.find(({ tag }) => tag === 0xa1);
  if (set) set.parts.push(attribute);
  else info.parts.push(node(0xa1, attribute));
}
