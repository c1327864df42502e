/** How long a payment is held by whoever works on it: who dies holding one, holds it no longer than this. */
import { PATIENCE } from './facilitator.ts';

/** The longest answer takes 20 seconds, a verification 10. */
export const WORK_MS = 45_000;
/** Asking for the settlement, and looking at the chain. */
export const SETTLE_MS = PATIENCE.settleMs + 30_000;
/** Sending an answer: whose reader takes longer may have it again. */
export const SEND_MS = 60_000;

export const leaseFor = (ms: number): string => new Date(Date.now() + ms).toISOString();
