/** What became of payments: counted by all threads in memory that they share, the main thread's job among them. */
import { counter, gauge, type Metric } from './exposition.ts';

const OUTCOMES = ['settled', 'failed', 'unknown'] as const;
const QUESTIONS = ['verify', 'settle'] as const;
const CELLS = [...OUTCOMES, ...QUESTIONS];

/** How a settlement ended, or the question that the facilitator left without an answer. */
export type PaymentEvent = (typeof CELLS)[number];

/** Payments with an unknown settlement outcome. */
export interface OpenPayments {
  count: number;
  /** Instant; null when there are none. */
  oldest: string | null;
}

export const allocatePaymentCounts = (): SharedArrayBuffer =>
  new SharedArrayBuffer(CELLS.length * BigInt64Array.BYTES_PER_ELEMENT);

/** Counts one. */
export const tallyIn = (memory: SharedArrayBuffer): ((event: PaymentEvent) => void) => {
  const cells = new BigInt64Array(memory);
  return (event) => void Atomics.add(cells, CELLS.indexOf(event), 1n);
};

/** `open` is null when the state store cannot be read at the moment. */
export function paymentMetrics(memory: SharedArrayBuffer, open: OpenPayments | null, now: number): Metric[] {
  const cells = new BigInt64Array(memory);
  const samples = (label: string, events: readonly PaymentEvent[]) =>
    events.map((event) => ({ labels: { [label]: event }, value: Number(Atomics.load(cells, CELLS.indexOf(event))) }));
  const age = open?.oldest ? Math.max(0, now - Date.parse(open.oldest)) / 1000 : 0;
  return [
    counter(
      'firmoteca_payments_settlements_total',
      'Settlements that were asked for, by outcome; one that was unknown and is found out later counts again.',
      samples('outcome', OUTCOMES),
    ),
    counter(
      'firmoteca_facilitator_faults_total',
      'Questions that the facilitator did not answer in the protocol.',
      samples('question', QUESTIONS),
    ),
    gauge(
      'firmoteca_payments_unknown',
      'Payments whose settlement nobody has told the end of.',
      open ? [{ value: open.count }] : [],
    ),
    gauge(
      'firmoteca_payments_unknown_oldest_seconds',
      'Age of the oldest of them; 0 when there are none.',
      open ? [{ value: age }] : [],
    ),
  ];
}
