/** A document sealed as its procedure wants it: rightly, or wrong in one way. */

import { drawMaleName, drawSurname } from '#demo-country/people.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import { dice } from '#demo-country/random.ts';
import { type Clerk, chainOf, revocationListAt, robbed, type Standing } from './signatures/authority.ts';
import { type Form, type Signature, sealed, timestampOf } from './signatures/message.ts';
import { type Forgery, sealPacked } from './signatures/packed-seal.ts';
import { kept, type PdfSignature, retitled, sealPdf } from './signatures/pdf-seal.ts';
import type { Seal } from './types.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The day before the upload, at ten: a file of today is signed already. */
const signedAtOf = (uploadedOn: number, standing: Standing): number =>
  (uploadedOn - (standing === 'expired' ? 3 : 1)) * DAY_MS + 8 * 60 * MINUTE_MS;

/** The clerk who signs for the authority, and the one above. */
function clerksOf({ number, authority }: Procedure): [Clerk, Clerk] {
  const roll = dice(number, number, 'signers');
  const clerk = (): Clerk => ({
    surname: drawSurname(roll()),
    givenName: drawMaleName(roll()),
    organisation: authority.name,
  });
  return [clerk(), clerk()];
}

/** What a signer of the file did and when. */
export interface Uploaded {
  procedure: Procedure;
  uploadedOn: number;
}

/** `content` is what was signed; `other`, what stands in its place when somebody altered it. */
export async function sealFile(
  { procedure, uploadedOn }: Uploaded,
  seal: Seal,
  content: Buffer,
  other: () => Promise<Buffer>,
): Promise<Buffer> {
  const [clerk, director] = clerksOf(procedure);
  const signature = (standing: Standing = 'trusted', who = clerk): Signature & { at: number } => {
    const at = signedAtOf(uploadedOn, standing);
    return { chain: chainOf(who, standing, at), at };
  };
  const stamped = (given: Signature & { at: number }): Signature & { at: number } => ({
    ...given,
    timestamp: (value) => timestampOf(value, given.at + MINUTE_MS),
  });
  const plain = (signatures: Signature[], form: Form = 'attached'): Buffer => sealed({ content, form, signatures });
  const forPdf = (given: Signature & { at: number }): PdfSignature => ({
    ...given,
    name: `${clerk.givenName} ${clerk.surname}`,
    reason: 'Aprobat pentru publicare',
  });
  const inPdf = (given: Signature & { at: number }): Buffer => sealPdf(content, forPdf(given));
  const forged = async (how: Forgery): Promise<Buffer> =>
    sealPacked(content, forPdf(signature()), { how, other: await other() });
  switch (seal) {
    case 'none':
      return content;
    case 'attached':
    case 'fragmented':
    case 'indefinite':
    case 'detached':
      return plain([signature()], seal);
    case 'withoutIssuer': {
      const given = signature();
      return plain([{ ...given, chain: [given.chain[0]] }]);
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
      return sealed({ content: plain([signature()]), form: 'attached', signatures: [signature('trusted', director)] });
    case 'timestamped':
      return plain([stamped(signature())]);
    case 'expired':
      return plain([signature('expired')]);
    case 'expiredTimestamped':
      return plain([stamped(signature('expired'))]);
    case 'revoked': {
      const given = signature('revoked', robbed);
      return sealed({ content, form: 'attached', signatures: [given], revocations: [revocationListAt(given.at)] });
    }
    case 'untrusted':
      return plain([signature('untrusted')]);
    case 'altered':
      return sealed({ content, put: await other(), form: 'attached', signatures: [signature()] });
    case 'pades':
      return inPdf(signature());
    case 'padesTimestamped':
      return inPdf(stamped(signature()));
    case 'padesKept': {
      const given = stamped(signature());
      return kept(inPdf(given), [revocationListAt(given.at)]);
    }
    case 'padesAltered': {
      // One letter of what the document says of itself, which lies open in the file.
      const pdf = inPdf(signature());
      pdf.write('Registraturi', pdf.indexOf('Registratura', 0, 'latin1'), 'latin1');
      return pdf;
    }
    case 'padesAppended':
      return retitled(inPdf(signature()), 'Document completat după semnare');
    case 'padesPacked':
      return sealPacked(content, forPdf(signature()));
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
