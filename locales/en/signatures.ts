/** English messages: signatures. */

export const signatures = {
  seals: {
    contentAltered: 'The content is not what was signed.',
    signatureWrong: 'The signature does not match the certificate’s key and the signed attributes.',
    contentTypeDiffers: 'The content is declared to be of another type than the one that was signed.',
    certificateSwapped: 'The certificate in the file is not the one that the signer named when signing.',
    attributesAsContent: 'The content is the signed attributes of another signature: a known forgery.',
    attributesMissing: 'The signature has no signed attributes, so it could belong to other content.',
    attributesTwice: 'A signed attribute that may stand once stands there several times.',
    algorithmsDisagree: 'The signature names two different digest algorithms.',
    contentMissing: 'The signature is detached, and the file that it signs is not at hand.',
    certificateMissing: 'The signer’s certificate is not in the file.',
    certificateUnreadable: 'The signer’s certificate cannot be read.',
    algorithmUnsupported: ({ algorithm }: { algorithm: string }) => `The algorithm ${algorithm} is not supported.`,
    weakDigest: ({ algorithm }: { algorithm: string }) => `The digest algorithm ${algorithm} is too weak to rely on.`,
    weakKey: ({ key }: { key: string }) => `The key (${key}) is too weak to rely on.`,
    trustStoreEmpty: 'No certificate authority is trusted by this installation yet.',
    issuerUntrusted: 'The certificate leads to an authority that this installation does not trust.',
    issuerMissing: 'A certificate between the signer’s and a trusted authority is missing.',
    issuerUnfit: 'A certificate in the chain may not issue others, or not for this purpose.',
    certificateUnfit: 'The certificate is not meant for signing documents.',
    constraintUnsupported: 'A certificate in the chain has a critical constraint that is not supported.',
    certificateExpired: ({ day }: { day: string }) =>
      `The certificate expired on ${day}, and no valid timestamp shows that the signature is older.`,
    certificateNotYetValid: ({ day }: { day: string }) => `The certificate is valid only from ${day}.`,
    issuerExpired: 'A certificate in the chain was not valid at that time.',
    certificateRevoked: ({ day }: { day: string }) =>
      `The certificate was revoked on ${day}, and no valid timestamp shows that the signature is older.`,
    issuerRevoked: 'A certificate in the chain was revoked.',
    revokedLater: ({ day }: { day: string }) =>
      `The certificate was revoked on ${day}, after the signature was timestamped.`,
    revocationNotChecked:
      'Whether the certificate was revoked could not be checked: no current list or answer lay at hand.',
    issuerRevocationNotChecked:
      'Whether a certificate between the signer’s and the trusted authority was revoked could not be checked.',
    timestampWrong: 'The signature’s timestamp is wrong or not trusted, and was not relied on.',
    revisionEarlier:
      'The signature covers an earlier revision of the document; since then only signatures, timestamps and proofs were added.',
    revisionRewritten: 'What the document shows was changed after this signature; a later signature covers the change.',
    revisionChanged: 'The document was changed after this signature, and no valid signature covers the whole of it.',
    revisionUnclear:
      'Behind the signed revision of the document there are bytes that cannot be compared with it, or that programs read differently.',
    rangeWrong: 'The part of the PDF that the signature claims to cover is not a possible one.',
    containerAltered: 'A file in the container is not what was signed.',
    containerFileMissing: 'A signed file is missing in the container.',
    containerLeftOut: 'There are files in the container that the signature does not cover.',
    containerDigest:
      'The list of the container names files by a digest algorithm that is unknown or too weak to rely on.',
    containerUnclear: 'It is unclear which files of the container the signature covers.',
    moreBehind: 'The file has further content that the signature does not cover and that some programs would display.',
    signatureUnreadable: 'The signature cannot be read.',
    formatUnsupported: ({ format }: { format: string }) =>
      `Signatures of the format ${format} are recognised but not judged yet.`,
    truncated: 'The sealed file ends before it should.',
    malformed: 'The sealed file is broken: its structure cannot be read.',
    tooManyParts: 'The sealed file has more parts than are read.',
    tooLarge: 'The sealed file or one of its parts is larger than what is read.',
    tooDeep: 'There are more seals inside each other than are opened.',
    encrypted: 'The file is encrypted and can be opened by its recipients only.',
  },
};
