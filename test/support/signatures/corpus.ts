/** The files of the differential test: valid, doubtful, forged and hostile ones of every kind. */
import { type Authorities, issueSigners } from './authorities.ts';
import {
  attributeOf,
  bytesOf,
  certificatesOf,
  contentOf,
  FORGED,
  forged,
  leaf,
  node,
  oid,
  sealTree,
  signAgain,
  TIME,
  type Tree,
  treeOf,
} from './der-tree.ts';
import { hiddenUpdates, packedPdf, shownUpdates, signedAgain, updated } from './packed-pdf.ts';
import { appended, catalogAndPage, signatureValue, signedPdf } from './signed-pdf.ts';
import {
  container,
  DOUBTED,
  detached,
  entriesOf,
  entry,
  extended,
  FILES,
  GOOD,
  manifest,
  SHA256,
  seal,
  stamped,
  TEXT,
} from './signing.ts';

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

export type Verdict = 'valid' | 'invalid' | 'indeterminate';
/** A signature and the bytes that it covers, for tools that do not read the surrounding file. */
export interface Signature {
  cms: Buffer;
  over?: Buffer;
  isTimestamp?: boolean;
}
export interface SignedFile {
  bytes: Buffer;
  verdict: Verdict;
  signatures: Signature[];
  /** The content of a detached signature. */
  content?: Buffer;
  /** The time of the verification; default: now. */
  at?: Date;
}

/** Every file of the differential test, by name. `verdict` is this project’s. */
export function corpus(created: Authorities): Record<string, SignedFile> {
  issueSigners(created);
  return { ...cmsFiles(created), ...pdfFiles(created), ...asicFiles(created) };
}

const worst = (verdicts: string): Verdict =>
  (['invalid', 'indeterminate', 'valid'] as const).find((each) => verdicts.includes(each)) ?? 'indeterminate';

function cmsFiles(created: Authorities): Record<string, SignedFile> {
  const cms = (bytes: Buffer, verdict: Verdict = 'valid', more: Partial<SignedFile> = {}): SignedFile => ({
    bytes,
    verdict,
    signatures: [{ cms: bytes, ...(more.content && { over: more.content }) }],
    ...more,
  });
  const good = seal(created, 'rsa');
  const base64 = good.toString('base64');
  const inner = seal(created, 'p256');
  const half = Buffer.from(good);
  const files: Record<string, SignedFile> = {};
  for (const [name, [signer, more]] of Object.entries(GOOD)) files[name] = cms(seal(created, signer, more));
  for (const [name, [signer, more]] of Object.entries(DOUBTED))
    files[name] = cms(seal(created, signer, more), 'indeterminate');
  for (const [name, [change, verdict]] of Object.entries(FORGED))
    files[name] = cms(forged(created, good, change), worst(verdict));
  created.write('first.p7m', inner);
  created.write('above.pem', Buffer.concat([created.read('p256.pem'), created.read('authority.pem')]));
  const resign = (signer: string): Buffer => {
    const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`];
    return created.run(
      'cms',
      '-resign',
      '-inform',
      'DER',
      '-in',
      'first.p7m',
      ...who,
      '-outform',
      'DER',
      '-nodetach',
      '-binary',
    );
  };
  const text = Buffer.from(TEXT);
  const outside = detached(created, text);
  const list = created.list('authority', { leaf: days(-2) });
  const revoked = created.list('authority', { p256: days(-2) });
  const withList = (each: Buffer): Buffer =>
    forged(created, inner, ({ signedData }) => void signedData.parts.splice(-1, 0, node(0xa1, treeOf(each))));
  const short = seal(created, 'short');
  const later = { at: days(30) };
  return {
    ...files,
    'two signers': cms(resign('rsa')),
    'two signers, one of them expired': cms(resign('expired'), 'indeterminate'),
    'two signers, one of them untrusted': cms(resign('untrusted'), 'indeterminate'),
    'an issuer that is no authority': cms(seal(created, 'leaf', ['-certfile', 'above.pem']), 'indeterminate'),
    'a signed container in another one': cms(seal(created, 'rsa', ['-in', 'first.p7m'])),
    'empty content': cms(seal(created, 'rsa', [], '')),
    'a detached signature': cms(outside, 'valid', { content: text }),
    'a detached signature over other content': cms(outside, 'invalid', { content: Buffer.from(`${TEXT} `) }),
    'a detached signature alone': cms(outside, 'indeterminate'),
    'the container as base64': cms(Buffer.from(base64)),
    'the container as PEM': cms(
      Buffer.from(`-----BEGIN CMS-----\n${base64.replace(/(.{64})/g, '$1\n')}\n-----END CMS-----\n`),
    ),
    'bytes behind the container': cms(Buffer.concat([good, Buffer.from('and more')]), 'indeterminate'),
    'a list of revoked certificates without the signer': cms(withList(list)),
    'a list of revoked certificates with the signer': cms(withList(revoked), 'indeterminate'),
    'a certificate that ran out after its timestamp': cms(stamped(created, short), 'valid', later),
    'a certificate that ran out, without a timestamp': cms(short, 'indeterminate', later),
    'a certificate that ran out, with a timestamp over other bytes': cms(
      stamped(created, short, 'stamper', Buffer.from('other bytes')),
      'indeterminate',
      later,
    ),
    'a timestamp over other bytes, with a certificate in force': cms(
      stamped(created, good, 'stamper', Buffer.from('other bytes')),
    ),
    'a container that is cut off': cms(half.subarray(0, half.length - 200), 'indeterminate'),
    'a length beyond the end of the file': cms(
      Buffer.concat([Buffer.from('3084ffffffff', 'hex'), bytesOf(oid('1.2.840.113549.1.7.2'))]),
      'indeterminate',
    ),
    'content in 100,000 empty pieces': cms(
      forged(created, good, ({ encapsulated }) => {
        const pieces = Array.from({ length: 100_000 }, () => leaf(0x04, Buffer.alloc(0)));
        encapsulated.parts[1] = node(0xa0, node(0x24, ...pieces, contentOf(encapsulated)));
      }),
      'indeterminate',
    ),
    'content in 5,000 pieces inside of each other': cms(
      forged(created, good, ({ encapsulated }) => {
        let content = contentOf(encapsulated);
        for (let depth = 0; depth < 5_000; depth++) content = node(0x24, content);
        encapsulated.parts[1] = node(0xa0, content);
      }),
      'indeterminate',
    ),
    'the certificates a second time': cms(
      forged(created, good, (tree) => void tree.signedData.parts.push(certificatesOf(tree))),
      'indeterminate',
    ),
    'one digest algorithm more, with text as its parameters': cms(
      forged(created, good, ({ signedData }) => {
        const parameters = leaf(0x04, Buffer.from('PRET TOTAL: 9999999 LEI'));
        signedData.parts[1]?.parts.push(node(0x30, oid('2.16.840.1.101.3.4.2.1'), parameters));
      }),
      'indeterminate',
    ),
    'text that begins like base64 of a container': cms(Buffer.from(`${base64.slice(0, 400)}!`), 'indeterminate'),
  };
}

const STAMP = { signer: 'stamper', subFilter: 'ETSI.RFC3161' };

function pdfFiles(created: Authorities): Record<string, SignedFile> {
  const pdf = (bytes: Buffer, verdict: Verdict = 'valid'): SignedFile => ({
    bytes,
    verdict,
    signatures: signaturesIn(bytes),
  });
  const one = signedPdf(created, [{ signer: 'rsa' }]);
  const packed = packedPdf(created);
  const files: Record<string, SignedFile> = {};
  const visible = Object.entries(shownUpdates).map(([name, [update]]) => [name, update] as const);
  for (const [name, update] of [...visible, ...Object.entries(hiddenUpdates)])
    files[`PDF: ${name}`] = pdf(updated(packed, update), 'indeterminate');
  const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  const again = (update: Parameters<typeof signedAgain>[2], signer: string): Buffer =>
    signedAgain(created, packed, { ...update, open: { ...update.open, 33: signatureValue() } }, signer);
  const field = '<< /FT /Sig /T (S2) /V 33 0 R >>';
  const second = {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 32 0 R] /SigFlags 3 >> >>',
    32: field,
  };
  const [range = ''] = /\/ByteRange \[[^\]]*\]/.exec(one.toString('latin1')) ?? [];
  return {
    'PDF: one signature': pdf(one),
    'PDF: objects in streams': pdf(packed),
    'PDF: the older kind of signature': pdf(signedPdf(created, [{ signer: 'rsa', subFilter: 'adbe.pkcs7.detached' }])),
    'PDF: a signature on P-256': pdf(signedPdf(created, [{ signer: 'p256' }])),
    'PDF: two signatures': pdf(signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256' }])),
    'PDF: a timestamp over the document': pdf(signedPdf(created, [{ signer: 'rsa' }, STAMP])),
    'PDF: proofs behind the signature': pdf(
      appended(one, `${catalogAndPage(1, { root: '/DSS 40 0 R' })}40 0 obj\n<< >>\nendobj\n`),
    ),
    'PDF: a second signature in a document with streams': pdf(again({ open: second }, 'p256')),
    'PDF: an expired certificate': pdf(signedPdf(created, [{ signer: 'expired' }]), 'indeterminate'),
    'PDF: an expired certificate, with a signing time of its term': pdf(backdated(created), 'indeterminate'),
    'PDF: a certificate of a stranger': pdf(
      signedPdf(created, [{ signer: 'untrusted', more: ['-certfile', 'stranger.pem'] }]),
      'indeterminate',
    ),
    'PDF: SHA-1 as digest': pdf(signedPdf(created, [{ signer: 'rsa', more: ['-md', 'sha1'] }]), 'indeterminate'),
    'PDF: a second signature of a stranger': pdf(
      signedPdf(created, [{ signer: 'rsa' }, { signer: 'stranger' }]),
      'indeterminate',
    ),
    'PDF: a changed byte': pdf(replaced(one, '200 200', '300 200'), 'invalid'),
    'PDF: a changed byte under two signatures': pdf(
      replaced(signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256' }]), '200 200', '300 200'),
      'invalid',
    ),
    'PDF: another page size in a later revision': pdf(
      appended(one, catalogAndPage(1, { page: '/MediaBox [0 0 300 300]' })),
      'indeterminate',
    ),
    'PDF: another page size under a timestamp': pdf(
      signedPdf(created, [{ signer: 'rsa' }, { ...STAMP, page: '/MediaBox [0 0 300 300]' }]),
      'indeterminate',
    ),
    'PDF: another page size under a second signature': pdf(
      signedPdf(created, [{ signer: 'rsa' }, { signer: 'p256', page: '/MediaBox [0 0 300 300]' }]),
      'indeterminate',
    ),
    'PDF: a range that begins behind the head': pdf(replaced(one, range, range.replace('[0 ', '[1 ')), 'indeterminate'),
    'PDF: a range beyond the end': pdf(
      replaced(one, range, range.replace(/[0-9]{10}\]$/, '0009999999]')),
      'indeterminate',
    ),
    'PDF: a signature that brings its own content': pdf(
      signedPdf(created, [{ signer: 'rsa', more: ['-nodetach'] }]),
      'indeterminate',
    ),
    'PDF: 100,000 ranges': pdf(
      Buffer.from(`%PDF-1.7\n${Array.from({ length: 100_000 }, (_, at) => `/ByteRange [0 ${at} 1 2]`).join('\n')}`),
      'indeterminate',
    ),
    'PDF: the end cut off': pdf(one.subarray(0, one.length - 40), 'indeterminate'),
    ...files,
  };
}

function asicFiles(created: Authorities): Record<string, SignedFile> {
  const list = manifest();
  const signature = detached(created, list);
  const asic = (bytes: Buffer, over: string, cms = signature, verdict: Verdict = 'indeterminate'): SignedFile => ({
    bytes,
    verdict,
    signatures: [{ cms, over: Buffer.from(over) }],
  });
  const simple = (content: string, cms = detached(created, TEXT)): Buffer =>
    container('s', entry('a.txt', content), entry('META-INF/signature.p7s', cms));
  const alone = detached(created, TEXT);
  const expired = detached(created, list, 'expired');
  const good = extended(list, signature);
  const other = manifest({ ...FILES, 'b.txt': 'Alta' });
  const weak = list.replaceAll(SHA256, 'http://www.w3.org/2000/09/xmldsig#sha1');
  const weakly = detached(created, weak);
  const altered = entriesOf({ ...FILES, 'b.txt': 'Alta' });
  const added = [...entriesOf(), entry('c.txt', 'Adăugat')];
  return {
    'ASiC-S: one file with its signature': asic(simple(TEXT, alone), TEXT, alone, 'valid'),
    'ASiC-S: another file': asic(simple(`${TEXT}!`, alone), `${TEXT}!`, alone, 'invalid'),
    'ASiC-S: a file more': asic(
      container('s', entry('a.txt', TEXT), entry('b.txt', 'x'), entry('META-INF/signature.p7s', alone)),
      TEXT,
      alone,
    ),
    'ASiC-E: files with their list': asic(good, list, signature, 'valid'),
    'ASiC-E: an expired certificate': asic(extended(list, expired), list, expired),
    'ASiC-E: another list than the signed one': asic(extended(other, signature, altered), other, signature, 'invalid'),
    'ASiC-E: another file than the listed one': asic(extended(list, signature, altered), list, signature, 'invalid'),
    'ASiC-E: a listed file that is missing': asic(extended(list, signature, entriesOf({ 'b.txt': 'Anexa' })), list),
    'ASiC-E: a file that is not listed': asic(extended(list, signature, added), list),
    'ASiC-E: a name twice': asic(extended(list, signature, [...entriesOf(), entry('b.txt', 'Alta')]), list),
    'ASiC-E: bytes before the container': asic(Buffer.concat([Buffer.from('PK\x03\x04'), good]), list),
    'ASiC-E: a name that leads out of the container': asic(
      extended(list, signature, [...entriesOf(), entry('../c.txt', 'x')]),
      list,
    ),
    'ASiC-E: digests of SHA-1 in the list': asic(extended(weak, weakly), weak, weakly),
    'ASiC-E: no list': asic(container('e', ...entriesOf(), entry('META-INF/signature001.p7s', signature)), list),
  };
}

/** The signer has the key of an expired certificate and sets the clock back. */
function backdated(created: Authorities): Buffer {
  const bytes = signedPdf(created, [{ signer: 'expired' }]);
  const at = bytes.indexOf('/Contents <') + '/Contents <'.length;
  const tree = sealTree(Buffer.from(bytes.toString('latin1', at, bytes.indexOf('>', at)), 'hex'));
  const time = attributeOf(tree, TIME).parts[1]?.parts[0] as Tree;
  time.body = Buffer.from(`${days(-50).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`);
  signAgain(created, tree, 'sha256', 'expired');
  bytes.write(
    tree
      .bytes()
      .toString('hex')
      .padEnd(bytes.indexOf('>', at) - at, '0'),
    at,
    'latin1',
  );
  return bytes;
}

/** The signatures that a user of openssl or pkijs extracts from a PDF. */
function signaturesIn(bytes: Buffer): Signature[] {
  const text = bytes.toString('latin1');
  return [...text.matchAll(/\/SubFilter \/(\S+) \/ByteRange \[([0-9 ]+)\]/g)].map(([, kind, numbers = '']) => {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.split(' ').map(Number);
    return {
      cms: Buffer.from(text.slice(a + b + 1, c - 1), 'hex'),
      over: Buffer.concat([bytes.subarray(a, a + b), bytes.subarray(c, c + d)]),
      isTimestamp: kind === 'ETSI.RFC3161',
    };
  });
}
