/** Signs a document in the way its procedure requires: correctly, or wrong in one way. */

import { drawMaleName, drawSurname } from '#demo-country/people.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import { random } from '#demo-country/random.ts';
import { type CertificateStatus, type Clerk, chainOf, revocationListAt, robbedClerk } from './signatures/authority.ts';
import { type Form, type Signature, signedMessage, timestampOf } from './signatures/message.ts';
import { type Forgery, signPackedPdf } from './signatures/packed-pdf.ts';
import { type PdfSignature, signPdf, withRevocationLists, withTitle } from './signatures/pdf-signature.ts';
import type { SignatureKind } from './types.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** At ten on the day before the upload, so that files of today are signed in the past. */
const signedAtOf = (uploadedOn: number, status: CertificateStatus): number =>
  (uploadedOn - (status === 'expired' ? 3 : 1)) * DAY_MS + 8 * 60 * MINUTE_MS;

/** The authority's clerk and director. */
function clerksOf({ number, authority }: Procedure): [Clerk, Clerk] {
  const roll = random(number, number, 'signers');
  const clerk = (): Clerk => ({
    surname: drawSurname(roll()),
    givenName: drawMaleName(roll()),
    organisation: authority.name,
  });
  return [clerk(), clerk()];
}

/** The upload that is signed. */
export interface Uploaded {
  procedure: Procedure;
  uploadedOn: number;
}

/** `content`: the signed bytes. `other`: the bytes of an altered file. */
export async function signFile(
  { procedure, uploadedOn }: Uploaded,
  signatureKind: SignatureKind,
  content: Buffer,
  other: () => Promise<Buffer>,
): Promise<Buffer> {
  const [clerk, director] = clerksOf(procedure);
  const signature = (status: CertificateStatus = 'trusted', signer = clerk): Signature & { at: number } => {
    const at = signedAtOf(uploadedOn, status);
    return { chain: chainOf(signer, status, at), at };
  };
  const withTimestamp = (request: Signature & { at: number }): Signature & { at: number } => ({
    ...request,
    timestamp: (value) => timestampOf(value, request.at + MINUTE_MS),
  });
  const plain = (signatures: Signature[], form: Form = 'attached'): Buffer =>
    signedMessage({ content, form, signatures });
  const forPdf = (request: Signature & { at: number }): PdfSignature => ({
    ...request,
    name: `${clerk.givenName} ${clerk.surname}`,
    reason: 'Aprobat pentru publicare',
  });
  const inPdf = (request: Signature & { at: number }): Buffer => signPdf(content, forPdf(request));
  const forged = async (how: Forgery): Promise<Buffer> =>
    signPackedPdf(content, forPdf(signature()), { how, other: await other() });
  switch (signatureKind) {
    case 'none':
      return content;
    case 'attached':
    case 'fragmented':
    case 'indefinite':
    case 'detached':
      return plain([signature()], signatureKind);
    case 'withoutIssuer': {
      const request = signature();
      return plain([{ ...request, chain: [request.chain[0]] }]);
    }
    case 'base64':
      return Buffer.from(
        plain([signature()])
          .toString('base64')
          .replace(/.{1,76}/g, '$&\r\n'),
      );
    case 'pss':
      return plain([{ ...signature(), padding: 'pss' }]);
    case 'elliptic':
      return plain([signature('elliptic')]);
    case 'twoSigners':
      return plain([signature(), signature('elliptic', director)]);
    case 'nested':
      return signedMessage({
        content: plain([signature()]),
        form: 'attached',
        signatures: [signature('trusted', director)],
      });
    case 'timestamped':
      return plain([withTimestamp(signature())]);
    case 'expired':
      return plain([signature('expired')]);
    case 'expiredTimestamped':
      return plain([withTimestamp(signature('expired'))]);
    case 'revoked': {
      const request = signature('revoked', robbedClerk);
      return signedMessage({
        content,
        form: 'attached',
        signatures: [request],
        revocations: [revocationListAt(request.at)],
      });
    }
    case 'untrusted':
      return plain([signature('untrusted')]);
    case 'altered':
      return signedMessage({ content, replacement: await other(), form: 'attached', signatures: [signature()] });
    case 'pades':
      return inPdf(signature());
    case 'padesTimestamped':
      return inPdf(withTimestamp(signature()));
    case 'padesLongTerm': {
      const request = withTimestamp(signature());
      return withRevocationLists(inPdf(request), [revocationListAt(request.at)]);
    }
    case 'padesAltered': {
      // One letter of the document information, which is uncompressed.
      const pdf = inPdf(signature());
      pdf.write('Registraturi', pdf.indexOf('Registratura', 0, 'latin1'), 'latin1');
      return pdf;
    }
    case 'padesAppended':
      return withTitle(inPdf(signature()), 'Document completat după semnare');
    case 'padesPacked':
      return signPackedPdf(content, forPdf(signature()));
    case 'padesRepacked':
      return forged('repacked');
    case 'padesRelisted':
      return forged('relisted');
    case 'padesPageReplaced':
      return forged('pageReplaced');
    case 'padesPageAdded':
      return forged('pageAdded');
    case 'padesUnhidden':
      return forged('unhidden');
  }
}
