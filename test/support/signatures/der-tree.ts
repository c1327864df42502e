/** ASN.1 as a tree that can be changed and written again, for forgeries and for fields that openssl cannot add. Independent of `src/`. */
import { createPrivateKey, createSign } from 'node:crypto';
import type { Authorities } from './authorities.ts';

export interface Tree {
  tag: number;
  /** Of a constructed value. */
  parts: Tree[];
  /** Of a primitive value. */
  body: Buffer;
}

export function treeOf(bytes: Buffer): Tree {
  // A copy: changes to the tree must not affect the original file.
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
    for (let location = 0; location < body.length; ) {
      const { tree, end } = read(body, location);
      parts.push(tree);
      location = end;
    }
  }
  return { tree: { tag, parts, body: tag & 0x20 ? Buffer.alloc(0) : body }, end: start + length };
}

/** Without recursion: some forgeries are nested deeper than the call stack. */
export function bytesOf(root: Tree): Buffer {
  const trees = [root];
  for (const { parts } of trees) for (const part of parts) trees.push(part);
  const bytes = new Map<Tree, Buffer>();
  for (const tree of trees.toReversed()) {
    const { tag, parts, body } = tree;
    bytes.set(tree, encoded(tag, tag & 0x20 ? Buffer.concat(parts.map((part) => bytes.get(part) ?? body)) : body));
  }
  return bytes.get(root) ?? Buffer.alloc(0);
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

/** The parts of a CMS container that tests change. */
export interface SealTree {
  tree: Tree;
  signedData: Tree;
  /** The type and the content, if attached. */
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

const TYPE = '1.2.840.113549.1.9.3';
const DIGEST = '1.2.840.113549.1.9.4';
export const TIME = '1.2.840.113549.1.9.5';
const CERTIFICATE = '1.2.840.113549.1.9.16.2.47';

export const infoOf = (tree: SealTree): Tree => tree.signerInfos[0] as Tree;
export const attributeOf = (tree: SealTree, type: string): Tree =>
  signedAttributes(infoOf(tree)).parts.find(({ parts }) => parts[0]?.body.equals(oid(type).body)) as Tree;
export const certificatesOf = ({ signedData }: SealTree): Tree =>
  signedData.parts.find(({ tag }) => tag === 0xa0) as Tree;
export const certificateTree = (created: Authorities, name: string): Tree =>
  treeOf(created.run('x509', '-in', `${name}.pem`, '-outform', 'DER'));
export const contentOf = (encapsulated: Tree): Tree => (encapsulated.parts[1] as Tree).parts[0] as Tree;
const schemeOf = (tree: SealTree): Tree =>
  infoOf(tree).parts.find(({ tag }, index) => tag === 0x30 && index > 3) as Tree;
const without = (tree: SealTree, type: string): void => {
  const attributes = signedAttributes(infoOf(tree));
  attributes.parts = attributes.parts.filter((part) => part !== attributeOf(tree, type));
};
const beside = (tree: SealTree): Tree => attributeOf(tree, CERTIFICATE).parts[1] as Tree;
const otherCertificate = (): Tree => node(0x30, node(0x30, node(0x30, leaf(0x04, Buffer.alloc(32, 7)))));

/** Signs the attributes again: a forger with the key can write anything consistent. */
export function signAgain(created: Authorities, tree: SealTree, digest = 'sha256', signer = 'rsa'): void {
  const set = encoded(0x31, Buffer.concat(signedAttributes(infoOf(tree)).parts.map(bytesOf)));
  signatureOf(infoOf(tree)).body = createSign(digest)
    .update(set)
    .sign(createPrivateKey(created.read(`${signer}.key`)));
}

type Change = (tree: SealTree, created: Authorities) => void;

/** Changes to a container signed by `rsa`, with the resulting verdict. */
export const FORGED: Record<string, [change: Change, verdict: string]> = {
  'a changed letter of the content': [
    ({ encapsulated }) => {
      const { body } = contentOf(encapsulated);
      body[body.indexOf('scaune')] = 0x53;
    },
    'invalid contentAltered',
  ],
  'a changed signature': [
    (tree) => {
      const { body } = signatureOf(infoOf(tree));
      body[20] = (body[20] ?? 0) ^ 1;
    },
    'invalid signatureWrong',
  ],
  'a signing time that was changed afterwards': [
    (tree) => {
      const time = attributeOf(tree, TIME).parts[1]?.parts[0] as Tree;
      time.body = Buffer.from('200101000000Z');
    },
    'invalid signatureWrong',
  ],
  'content declared as another type than the signed one': [
    ({ encapsulated }) => {
      encapsulated.parts[0] = oid('1.2.840.113549.1.7.6');
    },
    'invalid contentTypeDiffers',
  ],
  'signed attributes put in the place of the content': [
    (tree) => {
      const attributes = signedAttributes(infoOf(tree));
      const set = encoded(0x31, Buffer.concat(attributes.parts.map(bytesOf)));
      tree.encapsulated.parts[1] = node(0xa0, leaf(0x04, set));
      infoOf(tree).parts = infoOf(tree).parts.filter((part) => part !== attributes);
    },
    'invalid attributesAsContent attributesMissing',
  ],
  'signed attributes that are left out': [
    (tree) => {
      infoOf(tree).parts = infoOf(tree).parts.filter((part) => part !== signedAttributes(infoOf(tree)));
    },
    'invalid signatureWrong attributesMissing',
  ],
  'another certificate with the same key in place of the named one': [
    (tree, created) => {
      const twin = certificateTree(created, 'twin');
      certificatesOf(tree).parts.push(twin);
      const tbs = twin.parts[0]?.parts ?? [];
      infoOf(tree).parts[1] = node(0x30, tbs[3] as Tree, tbs[1] as Tree);
    },
    'invalid certificateSwapped',
  ],
  'a certificate with the name and number of that of the signer before it': [
    (tree, created) => {
      const [rsa, bogus] = [certificateTree(created, 'rsa'), certificateTree(created, 'p256')];
      const [own, its] = [rsa.parts[0]?.parts ?? [], bogus.parts[0]?.parts ?? []];
      its[1] = own[1] as Tree;
      certificatesOf(tree).parts.unshift(bogus);
      // Without a certificate of the signer.
      without(tree, CERTIFICATE);
      signAgain(created, tree);
    },
    'valid',
  ],
  'a signing-certificate attribute about another certificate': [
    (tree, created) => {
      const id = beside(tree).parts[0]?.parts[0]?.parts[0];
      const hash = id?.parts.find(({ tag }) => tag === 0x04) as Tree;
      hash.body = Buffer.alloc(32, 7);
      signAgain(created, tree);
    },
    'invalid certificateSwapped',
  ],
  'a certificate that is named by an unknown digest': [
    (tree, created) => {
      beside(tree).parts[0]?.parts[0]?.parts[0]?.parts.unshift(node(0x30, oid('1.2.3')));
      signAgain(created, tree);
    },
    'indeterminate algorithmUnsupported',
  ],
  'a second certificate in the attribute that names the first': [
    (tree, created) => {
      beside(tree).parts.push(otherCertificate());
      signAgain(created, tree);
    },
    'indeterminate attributesTwice',
  ],
  'a second attribute that names a certificate': [
    (tree, created) => {
      signedAttributes(infoOf(tree)).parts.push(node(0x30, oid(CERTIFICATE), node(0x31, otherCertificate())));
      signAgain(created, tree);
    },
    'indeterminate attributesTwice',
  ],
  'a digest attribute that stands there twice': [
    (tree, created) => {
      signedAttributes(infoOf(tree)).parts.push(attributeOf(tree, DIGEST));
      signAgain(created, tree);
    },
    'invalid attributesTwice',
  ],
  'a missing digest attribute, with the rest signed': [
    (tree, created) => {
      without(tree, DIGEST);
      signAgain(created, tree);
    },
    'invalid contentAltered',
  ],
  'a missing content type, with the rest signed': [
    (tree, created) => {
      without(tree, TYPE);
      signAgain(created, tree);
    },
    'invalid contentTypeDiffers',
  ],
  'a signature over another digest than the announced one': [
    (tree, created) => {
      schemeOf(tree).parts = [oid('1.2.840.113549.1.1.13'), leaf(0x05, Buffer.alloc(0))];
      signAgain(created, tree, 'sha512');
    },
    'indeterminate algorithmsDisagree',
  ],
  'a signature scheme that nobody knows': [
    (tree) => {
      schemeOf(tree).parts = [oid('1.2.3.4.5.6')];
    },
    'indeterminate algorithmUnsupported',
  ],
  'an elliptic scheme over a key of RSA': [
    (tree) => {
      schemeOf(tree).parts = [oid('1.2.840.10045.4.3.2')];
    },
    'invalid signatureWrong',
  ],
  'signed attributes in another order than the signed one': [
    (tree) => void signedAttributes(infoOf(tree)).parts.reverse(),
    'valid',
  ],
  'an unsigned attribute that a program could show as a document': [
    (tree) => addUnsigned(infoOf(tree), '1.2.3.4', bytesOf(leaf(0x04, Buffer.from('trailer\n<< /Root 1 0 R >>')))),
    'indeterminate moreBehind',
  ],
  'a second signer that cannot be read': [
    ({ signerInfos }) => void signerInfos.push(node(0x30, leaf(0x02, Buffer.from([1])))),
    'valid; indeterminate signatureUnreadable',
  ],
  'content without a signer': [
    ({ signerInfos }) => {
      signerInfos.length = 0;
    },
    'indeterminate signatureUnreadable',
  ],
  'attributes that are nonsense': [
    (tree) => {
      signedAttributes(infoOf(tree)).parts = [node(0x30, node(0x30))];
    },
    'indeterminate signatureUnreadable',
  ],
};

export const forged = (created: Authorities, der: Buffer, change: Change): Buffer => {
  const tree = sealTree(der);
  change(tree, created);
  return tree.bytes();
};
