/** The states that the documentation of a notice goes through. No other way is ever written. */

export type DocumentationState =
  /** The procurement system lists no file. */
  | 'none'
  /** It says that there are files; we have not begun to collect them. */
  | 'announced'
  | 'collecting'
  | 'available'
  /** Some files could not be had, each says why. */
  | 'partial'
  /** No file could be had. */
  | 'failed'
  /** The authority took its documents back. */
  | 'withdrawn'
  /** Of a version: a newer one was collected. */
  | 'superseded';

const NEXT: Readonly<Record<DocumentationState, readonly DocumentationState[]>> = {
  none: ['announced', 'withdrawn'],
  // `none`: who asks takes it for announced, until the lists say that nothing was.
  announced: ['none', 'collecting', 'withdrawn'],
  collecting: ['available', 'partial', 'failed', 'withdrawn'],
  available: ['superseded', 'withdrawn'],
  partial: ['collecting', 'superseded', 'withdrawn'],
  failed: ['collecting', 'withdrawn'],
  withdrawn: [],
  superseded: ['withdrawn'],
};

export const mayBecome = (from: DocumentationState, to: DocumentationState): boolean => NEXT[from].includes(to);

/** The states from which one comes to this one, for a write that holds only where it is legal. */
export const statesBefore = (to: DocumentationState): DocumentationState[] =>
  (Object.keys(NEXT) as DocumentationState[]).filter((from) => mayBecome(from, to));
