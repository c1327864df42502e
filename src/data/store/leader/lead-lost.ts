/** What a host is told that was about to write for the whole installation, and does not lead it any more. */
const CODE = 'LEAD_LOST';

/** Nothing was written: this host does not lead any more. */
export class LeadLost extends Error {
  /** Travels with the error to other threads, where its class does not. */
  readonly code = CODE;

  constructor() {
    super('This host does not lead the duties any more: what it was about to write was not written.');
  }
}

/** Here, or on the thread that was about to write. */
export const isLeadLost = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;
