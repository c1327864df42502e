/** Figures of payments for plans: of the whole installation, from its state. */
import type { BillingFigures } from '#platform/billing/report-table.ts';
import { counter, gauge, type Metric } from './exposition.ts';

/** None where nothing is sold, or when the state cannot be read at the moment. */
export function billingMetrics(figures: BillingFigures | null, now: number): Metric[] {
  if (figures === null) return [];
  const { counts, waiting, oldest, unheard, toPayBack } = figures;
  return [
    counter(
      'firmoteca_billing_events_total',
      'Events of the payment provider: taken, sent again, ignored, and refused for a wrong signature or time.',
      (['taken', 'again', 'ignored', 'refused'] as const).map((outcome) => ({
        labels: { outcome },
        value: counts[outcome],
      })),
    ),
    counter('firmoteca_billing_provider_faults_total', 'Questions that the payment provider left without an answer.', [
      { value: counts.providerFault },
    ]),
    counter(
      'firmoteca_billing_differences_total',
      'Plans that were others at the provider, without an event that said so.',
      [{ value: counts.differed }],
    ),
    gauge('firmoteca_billing_events_waiting', 'Events that wait for the provider’s answer.', [{ value: waiting }]),
    gauge('firmoteca_billing_events_waiting_oldest_seconds', 'Age of the oldest of them; 0 when there are none.', [
      { value: oldest === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1000 },
    ]),
    gauge('firmoteca_billing_accounts_unheard', 'Accounts about which the provider did not answer the last time.', [
      { value: unheard },
    ]),
    gauge('firmoteca_billing_to_pay_back', 'Subscriptions too many that an operator has to pay back.', [
      { value: toPayBack },
    ]),
  ];
}
