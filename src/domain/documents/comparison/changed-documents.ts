/** Matches the documents of two versions: by the authority's code, then by content and name. */

export interface ComparedDocument {
  id: string;
  /** The authority's code; null when it has none. */
  code: string | null;
  name: string;
  /** The name without extensions of signed containers, which change with the container. */
  unwrappedName: string;
  /** Digest of the file as published. */
  sha256: string;
  /** Digest of the unwrapped content; equal to `sha256` without a container. */
  contentSha256: string;
  /** Whether it is a detached signature. */
  isSignature: boolean;
}

export interface DocumentPair<Document> {
  before: Document;
  after: Document;
}

interface ChangedDocuments<Document> {
  added: Document[];
  removed: Document[];
  /** The same content under another name. */
  renamed: DocumentPair<Document>[];
  /** Other content under the same code or name. */
  replaced: DocumentPair<Document>[];
  /** The same content and name in another signed container, and detached signatures that were issued again. */
  resigned: DocumentPair<Document>[];
  unchanged: DocumentPair<Document>[];
}

/**
 * Matches each document once, by the strongest criterion: same file, code, content, name, name without container extension. Results are in
 * order of the new version.
 */
export function changedDocuments<Document extends ComparedDocument>(
  before: readonly Document[],
  after: readonly Document[],
): ChangedDocuments<Document> {
  const pairs = new Map<Document, Document>();
  const unmatched = new Set(before);
  const match = (keyOf: (document: Document) => string | null): void => {
    const byKey = Map.groupBy(unmatched, keyOf);
    for (const document of after) {
      const key = pairs.has(document) ? null : keyOf(document);
      const other = key === null ? undefined : byKey.get(key)?.shift();
      if (other === undefined) continue;
      pairs.set(document, other);
      unmatched.delete(other);
    }
  };
  // Copies of one file are distinguished by codes and names.
  match(({ code, name, sha256 }) => JSON.stringify([code, name, sha256]));
  match(({ code }) => code);
  match(({ name, contentSha256 }) => JSON.stringify([name, contentSha256]));
  match(({ contentSha256 }) => contentSha256);
  match(({ name, isSignature }) => JSON.stringify([name, isSignature]));
  match(({ unwrappedName: unsealedName, isSignature }) => JSON.stringify([unsealedName, isSignature]));

  const changed: ChangedDocuments<Document> = {
    added: after.filter((document) => !pairs.has(document)),
    removed: [...unmatched],
    renamed: [],
    replaced: [],
    resigned: [],
    unchanged: [],
  };
  for (const document of after) {
    const other = pairs.get(document);
    if (other) changed[kindOf(other, document)].push({ before: other, after: document });
  }
  return changed;
}

function kindOf(before: ComparedDocument, after: ComparedDocument): 'renamed' | 'replaced' | 'resigned' | 'unchanged' {
  const isSameFile = before.sha256 === after.sha256;
  const isSame = before.contentSha256 === after.contentSha256 || (before.isSignature && after.isSignature);
  if (!isSame) return 'replaced';
  if (before.unwrappedName !== after.unwrappedName) return 'renamed';
  if (!isSameFile) return 'resigned';
  return before.name === after.name ? 'unchanged' : 'renamed';
}
