/**
 * The same files, valid, forged and hostile, verified by this project, openssl, pdfsig and pkijs. A table lists every disagreement
 * with its reason; an unlisted disagreement fails, and so does a listed one that no longer occurs. The tables hold for openssl 3.0,
 * poppler 22.12 and the pinned pkijs.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Certificate, ContentInfo, SignedData, type SignedDataVerifyParams } from 'pkijs';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { corpus, type Signature, type SignedFile, type Verdict } from '#test/support/signatures/corpus.ts';
import { bytesOf, type Tree, treeOf } from '#test/support/signatures/der-tree.ts';
import {
  certificateStore,
  opensslJudges,
  pdfsig,
  withoutCertutil,
  withoutOpenssl,
  withoutPdfsig,
} from '#test/support/signatures/openssl.ts';
import { hiddenUpdates, shownUpdates } from '#test/support/signatures/packed-pdf.ts';
import { opened, pemBytes, seal, verdictOf } from '#test/support/signatures/signing.ts';

type Tool = 'openssl' | 'pdfsig' | 'pkijs';
type Verdicts = Partial<Record<Tool, Verdict>>;
/** `verdicts`: those of the tools that disagree with this project on these files. */
interface Disagreement {
  reason: string;
  verdicts: Verdicts;
  files: string[];
}

const CUT_SHORT = 'PDF: a trailer with a name that is cut short';
const LATER_UPDATES = Object.keys({ ...shownUpdates, ...hiddenUpdates }).map((name) => `PDF: ${name}`);

const DISAGREEMENTS: Disagreement[] = [
  // Valid for this project.
  {
    reason: 'pkijs knows neither the brainpool curves nor SHA-224.',
    verdicts: { pkijs: 'indeterminate' },
    files: ['a signature on a brainpool curve', 'SHA-224 as digest'],
  },
  {
    reason: 'pkijs compares the SHA-1 digest of each key and does not read the identifier that the certificate states.',
    verdicts: { pkijs: 'indeterminate' },
    files: ['a key identifier that is no digest of the key'],
  },
  {
    reason:
      'openssl and pkijs take the first certificate with that issuer and serial number; this project finds the one with the matching key.',
    verdicts: { openssl: 'indeterminate', pkijs: 'indeterminate' },
    files: ['a certificate with the name and number of that of the signer before it'],
  },
  {
    reason:
      'Signatures cover the attributes in DER, that is sorted. openssl and pkijs hash the order in the file; real writers use another one.',
    verdicts: { openssl: 'invalid', pkijs: 'invalid' },
    files: ['signed attributes in another order than the signed one'],
  },
  {
    reason: 'openssl requires the signing-certificate attribute of every signer, which its own -resign does not write.',
    verdicts: { openssl: 'indeterminate' },
    files: ['two signers'],
  },
  {
    reason: 'openssl runs with -inform DER, and pkijs reads nothing else; portals also deliver the text forms.',
    verdicts: { openssl: 'indeterminate', pkijs: 'indeterminate' },
    files: ['the container as base64', 'the container as PEM'],
  },
  {
    reason: 'openssl cms and pkijs ignore unsigned attributes, which contain the timestamp of a signature.',
    verdicts: { openssl: 'indeterminate', pkijs: 'indeterminate' },
    files: ['a certificate that ran out after its timestamp'],
  },
  {
    reason: 'poppler does not verify timestamps over a document.',
    verdicts: { pdfsig: 'indeterminate' },
    files: ['PDF: a timestamp over the document'],
  },
  {
    reason: 'openssl does not know the purpose of signing documents.',
    verdicts: { openssl: 'indeterminate' },
    files: ['a certificate for signing documents, among others,'],
  },
  // Invalid for this project.
  {
    reason:
      'The standard only requires that the signed content type is present; only this project compares it with the type of the content.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: ['content declared as another type than the signed one'],
  },
  {
    reason: 'Without signed attributes, a signature over attributes equals one over content with the same bytes.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: ['signed attributes put in the place of the content'],
  },
  {
    reason:
      'pkijs does not read the signing-certificate attribute. openssl detects the contradiction and reports it like any other error.',
    verdicts: { openssl: 'indeterminate', pkijs: 'valid' },
    files: [
      'another certificate with the same key in place of the named one',
      'a signing-certificate attribute about another certificate',
    ],
  },
  {
    reason:
      'pkijs takes the first attribute of a type. openssl detects the second one and reports it like any other error.',
    verdicts: { openssl: 'indeterminate', pkijs: 'valid' },
    files: ['a digest attribute that stands there twice'],
  },
  {
    reason: 'All tools refuse; this project calls a signature without a mandatory attribute invalid.',
    verdicts: { openssl: 'indeterminate', pkijs: 'indeterminate' },
    files: ['a missing digest attribute, with the rest signed', 'a missing content type, with the rest signed'],
  },
  {
    reason: 'pkijs takes the scheme from the key when the two contradict each other; openssl refuses to verify.',
    verdicts: { openssl: 'indeterminate', pkijs: 'valid' },
    files: ['an elliptic scheme over a key of RSA'],
  },
  {
    reason:
      'openssl and pkijs check the signature over the manifest; the caller has to compare the files with its digests.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: ['ASiC-E: another file than the listed one'],
  },
  // Indeterminate for this project.
  {
    reason: 'pkijs ignores the purposes of keys and certificates.',
    verdicts: { pkijs: 'valid' },
    files: [
      'a certificate for encryption',
      'a certificate for servers',
      'a certificate for signing in to servers',
      'a certificate for timestamps',
      'an authority for servers only',
      'an authority for timestamps only',
    ],
  },
  {
    reason: 'pkijs ignores unknown critical extensions.',
    verdicts: { pkijs: 'valid' },
    files: ['a critical constraint that nobody knows'],
  },
  {
    reason: 'pkijs has no lower bound for keys and digests.',
    verdicts: { pkijs: 'valid' },
    files: [
      'a key of 1,024 bits',
      'an authority with a key of 1,024 bits',
      'a certificate that was signed over SHA-1',
      'SHA-1 as digest',
      'PDF: SHA-1 as digest',
    ],
  },
  {
    reason:
      'The security level of openssl applies to certificates, and poppler has none: the digest of the content may be SHA-1.',
    verdicts: { openssl: 'valid' },
    files: ['SHA-1 as digest', 'PDF: SHA-1 as digest'],
  },
  { reason: 'As above, for poppler.', verdicts: { pdfsig: 'valid' }, files: ['PDF: SHA-1 as digest'] },
  {
    reason:
      'openssl and pkijs do not require signed attributes; without them, attributes of another signature can pass for content.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: ['no signed attributes'],
  },
  {
    reason: 'pkijs does not read the signing-certificate attribute.',
    verdicts: { pkijs: 'valid' },
    files: [
      'a certificate that is named by an unknown digest',
      'a second certificate in the attribute that names the first',
      'a second attribute that names a certificate',
    ],
  },
  {
    reason:
      'The scheme names SHA-512, the announced digest is SHA-256, and the signature uses SHA-512: pkijs takes one, openssl the other; real writers contradict themselves in this way.',
    verdicts: { openssl: 'invalid', pkijs: 'valid' },
    files: ['a signature over another digest than the announced one'],
  },
  {
    reason:
      'openssl and pkijs verify the container alone; other programs may display unsigned data in or after it as the document.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: [
      'an unsigned attribute that a program could show as a document',
      'bytes behind the container',
      'one digest algorithm more, with text as its parameters',
    ],
  },
  {
    reason: 'openssl uses revocation lists only with -crl_check, and then refuses containers without one.',
    verdicts: { openssl: 'valid' },
    files: ['a list of revoked certificates with the signer'],
  },
  {
    reason: 'openssl has no limit for the chunks of the content.',
    verdicts: { openssl: 'valid' },
    files: ['content in 100,000 empty pieces'],
  },
  {
    reason: 'pkijs ignores elements after the last expected one.',
    verdicts: { pkijs: 'valid' },
    files: ['the certificates a second time'],
  },
  {
    reason:
      'Only this project compares the content of a later revision. The other tools verify the signed revision; pdfsig adds “Not total document signed”, as it does for the first of two honest signatures.',
    verdicts: { openssl: 'valid', pdfsig: 'valid', pkijs: 'valid' },
    files: [
      'PDF: another page size in a later revision',
      'PDF: another page size under a second signature',
      ...LATER_UPDATES.filter((name) => name !== CUT_SHORT),
    ],
  },
  {
    reason: 'As above, but poppler does not verify timestamps and finds no document in one of the files.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: ['PDF: another page size under a timestamp', CUT_SHORT],
  },
  {
    reason:
      'This project refuses ranges that omit more than the signature before it hashes anything; poppler hashes them.',
    verdicts: { pdfsig: 'invalid' },
    files: ['PDF: a range that begins behind the head'],
  },
  {
    reason: 'openssl and pkijs get the bytes that exist; this project and poppler refuse ranges beyond the end.',
    verdicts: { openssl: 'invalid', pkijs: 'invalid' },
    files: ['PDF: a range beyond the end', 'PDF: the end cut off'],
  },
  {
    reason:
      'A signature with embedded content signs that content. openssl and pkijs verify it, and poppler compares the document.',
    verdicts: { openssl: 'valid', pdfsig: 'invalid', pkijs: 'valid' },
    files: ['PDF: a signature that brings its own content'],
  },
  {
    reason:
      'openssl and pkijs check the signature over the manifest, or the file, that the caller extracts from the container.',
    verdicts: { openssl: 'valid', pkijs: 'valid' },
    files: [
      'ASiC-S: a file more',
      'ASiC-E: a listed file that is missing',
      'ASiC-E: a file that is not listed',
      'ASiC-E: a name twice',
      'ASiC-E: bytes before the container',
      'ASiC-E: a name that leads out of the container',
      'ASiC-E: digests of SHA-1 in the list',
      'ASiC-E: no list',
    ],
  },
];

/** Elements of a CMS container in which a bit can change while some tool still calls the container valid. */
const CHANGED_ELEMENTS: { reason: string; verdicts: Verdicts & { ours: Verdict }; elements: string[] }[] = [
  {
    reason: 'Version numbers are not signed and have no effect.',
    verdicts: { ours: 'valid', openssl: 'valid', pkijs: 'valid' },
    elements: [
      'version: first byte',
      'version: last byte',
      'version of the signer: first byte',
      'version of the signer: last byte',
    ],
  },
  {
    reason: 'This project does not read the version of a signer.',
    verdicts: { ours: 'valid', openssl: 'indeterminate', pkijs: 'indeterminate' },
    elements: ['version of the signer: tag'],
  },
  {
    reason: 'The parameters of the scheme are NULL, and all tools accept an empty string instead.',
    verdicts: { ours: 'valid', openssl: 'valid', pkijs: 'valid' },
    elements: ['scheme 1: tag'],
  },
  {
    reason: 'The caller of pkijs chooses the class that reads the container; pkijs does not compare the type.',
    verdicts: { ours: 'indeterminate', openssl: 'indeterminate', pkijs: 'valid' },
    elements: ['type of the container: first byte', 'type of the container: last byte'],
  },
  {
    reason: 'pkijs does not read the announced digests.',
    verdicts: { ours: 'indeterminate', openssl: 'indeterminate', pkijs: 'valid' },
    elements: ['announced digests 0.0: first byte', 'announced digests 0.0: last byte'],
  },
  {
    reason: 'Only this project compares the type of the content with the signed type.',
    verdicts: { ours: 'invalid', openssl: 'valid', pkijs: 'valid' },
    elements: ['type of the content: first byte', 'type of the content: last byte'],
  },
  {
    reason:
      'pkijs ignores unused bits at the end of a signature; for this project the certificate differs from the named one.',
    verdicts: { ours: 'invalid', openssl: 'indeterminate', pkijs: 'valid' },
    elements: ['certificate of the signer 2: first byte'],
  },
  {
    reason: 'pkijs ignores unused bits at the end of a signature, and the parameters beside its scheme.',
    verdicts: { ours: 'indeterminate', openssl: 'indeterminate', pkijs: 'valid' },
    elements: ['certificate of the authority 2: first byte', 'certificate of the authority 1.1: tag'],
  },
  {
    reason: 'pkijs compares the texts in the name of the issuer, not their types.',
    verdicts: { ours: 'indeterminate', openssl: 'indeterminate', pkijs: 'valid' },
    elements: ['certificate of the signer, as the signer names it 0.0.0.1: tag'],
  },
];

/** Element names by their position in the changed container. */
const ELEMENTS: [place: string, name: string][] = [
  ['.0', 'type of the container'],
  ['.1.0.0', 'version'],
  ['.1.0.1', 'announced digests'],
  ['.1.0.2.0', 'type of the content'],
  ['.1.0.4.0.0', 'version of the signer'],
  ['.1.0.4.0.1', 'certificate of the signer, as the signer names it'],
  ['.1.0.4.0.4', 'scheme'],
];

const worst = (verdicts: Verdict[]): Verdict =>
  (['invalid', 'indeterminate'] as const).find((each) => verdicts.includes(each)) ??
  (verdicts.length > 0 ? 'valid' : 'indeterminate');

interface Judgement {
  verdict: Verdict;
  /** The output of the tool. */
  text: string;
}
const together = (judgements: Judgement[]): Judgement => ({
  verdict: worst(judgements.map(({ verdict }) => verdict)),
  text: judgements.map(({ text }) => text.trim()).join('; '),
});

function ours(created: Authorities, { bytes, content, at }: SignedFile): Judgement {
  const signed = content && created.write('content.bin', content);
  const result = opened(created, bytes, { ...(at && { now: at }), ...(signed && { signed }) });
  if (result.trouble) return { verdict: 'indeterminate', text: result.trouble.code };
  return { verdict: worst(result.signers.map(({ verdict }) => verdict)), text: verdictOf(result) };
}

/** The signing-certificate attributes of both versions: with one of them, openssl has to compare the certificate. */
const NAMES_CERTIFICATE = /060b2a864886f70d01091002(?:2f|0c)/;

function byOpenssl(created: Authorities, { signatures, at }: SignedFile): Judgement {
  const when = at ? ['-attime', String(Math.floor(at.getTime() / 1_000))] : [];
  const trust = ['-CAfile', 'root.pem', ...when];
  const verified = ({ cms, over, isTimestamp }: Signature): Judgement => {
    created.write('judged.der', cms);
    const content = over && created.write('judged.bin', over);
    // 112 bits of security, as for RSA with 2,048 bits.
    const level = ['-auth_level', '2', ...(NAMES_CERTIFICATE.test(cms.toString('hex')) ? ['-cades'] : [])];
    const given = [
      '-inform',
      'DER',
      '-in',
      'judged.der',
      '-out',
      'judged.out',
      ...(content ? ['-content', content] : []),
    ];
    const token = ['-token_in', '-in', 'judged.der', '-data', content ?? '', '-untrusted', 'authority.pem'];
    const args = isTimestamp ? ['ts', '-verify', ...token] : ['cms', '-verify', '-binary', ...given, ...level];
    const { isGood, text } = opensslJudges(created.folder, ...args, ...trust);
    return { verdict: isGood ? 'valid' : /:verification failure:/.test(text) ? 'invalid' : 'indeterminate', text };
  };
  return together(signatures.map(verified));
}

/** Without -no-ocsp: with it poppler 22.12 calls every certificate corrupt. No certificate here names an OCSP server. */
function byPdfsig(created: Authorities, { bytes }: SignedFile, store: string): Judgement {
  const text = pdfsig(created.write('judged.pdf', bytes), '-nssdir', store);
  const lines = (about: string): string[] =>
    [...text.matchAll(new RegExp(`- ${about} Validation: (.*)`, 'g'))].map(([, line = '']) => line);
  const certificates = lines('Certificate');
  const signatures = lines('Signature').map((line, index): Verdict => {
    if (/Digest Mismatch|Signature is Invalid/.test(line)) return 'invalid';
    const isTrusted = certificates[index] === 'Certificate is Trusted.';
    return line === 'Signature is Valid.' && isTrusted ? 'valid' : 'indeterminate';
  });
  return { verdict: worst(signatures), text };
}

async function byPkijs(created: Authorities, { signatures, at = new Date() }: SignedFile): Promise<Judgement> {
  const root = Certificate.fromBER(new Uint8Array(pemBytes(created.read('root.pem'))));
  const judgements = signatures.map(async ({ cms, over }) => {
    const data = dataIn(cms);
    if (typeof data === 'string') return { verdict: 'indeterminate' as const, text: data };
    const parameters = {
      ...(over && { data: new Uint8Array(over).buffer }),
      trustedCerts: [root],
      checkChain: true,
      passedWhenNotRevValues: true,
      checkDate: at,
    };
    const signers = [...data.signerInfos.keys()];
    return together(await Promise.all(signers.map((signer) => signerBy(data, { ...parameters, signer }))));
  });
  return together(await Promise.all(judgements));
}

function dataIn(cms: Buffer): SignedData | string {
  try {
    return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(cms)).content });
  } catch (error) {
    return String(error);
  }
}

async function signerBy(data: SignedData, parameters: SignedDataVerifyParams): Promise<Judgement> {
  try {
    const isRight = await data.verify({ ...parameters, extendedMode: false });
    return { verdict: isRight ? 'valid' : 'invalid', text: '' };
  } catch (error) {
    const text = String((error as Error).message);
    return {
      verdict: /digest doesn't match|TSTInfo verification is failed/.test(text) ? 'invalid' : 'indeterminate',
      text,
    };
  }
}

describe('signatures compared across verifiers', {
  skip: withoutOpenssl() || withoutPdfsig() || withoutCertutil(),
}, () => {
  let created: Authorities;
  let store: string;
  let files: Record<string, SignedFile>;
  before(() => {
    created = makeAuthorities();
    files = corpus(created);
    mkdirSync(created.path('store'));
    store = certificateStore(created.path('store'), created.path('root.pem'));
  });
  after(() => created.remove());

  test('the table lists existing files, each once per tool, with verdicts that differ', () => {
    const seen = new Set<string>();
    for (const { verdicts, files: names } of DISAGREEMENTS) {
      for (const name of names) {
        assert.ok(files[name], `${name} is a file of the corpus`);
        for (const [tool, verdict] of Object.entries(verdicts)) {
          assert.ok(!seen.has(`${tool} ${name}`), `${tool} about ${name} is listed once`);
          seen.add(`${tool} ${name}`);
          assert.notEqual(verdict, files[name].verdict, `${tool} about ${name}`);
        }
      }
    }
  });

  test('all tools give each file the same verdict, except for the listed disagreements', async () => {
    const wrong: string[] = [];
    for (const [name, file] of Object.entries(files)) {
      const list: Verdicts = Object.assign(
        {},
        ...DISAGREEMENTS.filter((each) => each.files.includes(name)).map(({ verdicts }) => verdicts),
      );
      const judgements: Record<string, Judgement> = {
        ours: ours(created, file),
        openssl: byOpenssl(created, file),
        pkijs: await byPkijs(created, file),
        ...(name.startsWith('PDF:') && { pdfsig: byPdfsig(created, file, store) }),
      };
      for (const [tool, { verdict, text }] of Object.entries(judgements)) {
        const expected = list[tool as Tool] ?? file.verdict;
        if (verdict !== expected) wrong.push(`${name}, ${tool}: ${verdict} instead of ${expected}: ${text}`);
      }
    }
    assert.deepEqual(wrong, [], versions());
  });

  test('a container with one changed bit is not valid, except for the listed elements', async () => {
    const good = seal(created, 'rsa');
    const own = pemBytes(created.read('rsa.pem'));
    const wrong: string[] = [];
    const met = new Set<string>();
    for (const index of leavesOf(treeOf(good)).keys()) {
      for (const where of ['tag', 'first byte', 'last byte']) {
        const tree = treeOf(good);
        const [leaf, location] = leavesOf(tree)[index] as [Tree, string];
        const element = `${nameOf(location, tree, own)}: ${where}`;
        const at = where === 'last byte' ? leaf.body.length - 1 : 0;
        if (where === 'tag') leaf.tag ^= 1;
        else if (leaf.body.length === 0) continue;
        else leaf.body[at] = (leaf.body[at] ?? 0) ^ 1;
        const bytes = bytesOf(tree);
        const file: SignedFile = { bytes, verdict: 'indeterminate', signatures: [{ cms: bytes }] };
        const actual = {
          ours: ours(created, file).verdict,
          openssl: byOpenssl(created, file).verdict,
          pkijs: (await byPkijs(created, file)).verdict,
        };
        const list = CHANGED_ELEMENTS.find(({ elements }) => elements.includes(element));
        if (list) met.add(element);
        const isRight = list
          ? Object.entries(actual).every(([tool, verdict]) => list.verdicts[tool as Tool | 'ours'] === verdict)
          : !Object.values(actual).includes('valid');
        if (!isRight) wrong.push(`${element}: ${JSON.stringify(actual)}`);
      }
    }
    assert.deepEqual(wrong, [], versions());
    assert.deepEqual([...met].toSorted(), CHANGED_ELEMENTS.flatMap(({ elements }) => elements).toSorted());
  });

  const versions = (): string => [created.run('version').toString().trim(), pdfsig('-v').split('\n', 1)[0]].join(', ');
});

const leavesOf = (tree: Tree, location = ''): [Tree, string][] =>
  tree.tag & 0x20 ? tree.parts.flatMap((part, index) => leavesOf(part, `${location}.${index}`)) : [[tree, location]];

/** Certificates have no fixed order: DER sorts them by their bytes. */
function nameOf(location: string, tree: Tree, own: Uint8Array): string {
  const [, number, rest] = /^\.1\.0\.3\.([0-9]+)\.(.*)$/.exec(location) ?? [];
  if (number !== undefined) {
    const certificate = tree.parts[1]?.parts[0]?.parts[3]?.parts[Number(number)] as Tree;
    return `certificate of the ${bytesOf(certificate).equals(own) ? 'signer' : 'authority'} ${rest}`;
  }
  const named = ELEMENTS.find(([prefix]) => location === prefix || location.startsWith(`${prefix}.`));
  return named ? `${named[1]} ${location.slice(named[0].length + 1)}`.trim() : location;
}
