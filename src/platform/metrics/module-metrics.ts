/** Metrics of modules that count for the whole installation: documents, emails, billing, leader jobs, standby. */

import type { Leader } from '#data/store/leader-table.ts';
import { type SharedStandbyState, STANDBY_STATES } from '#data/store/standby/standby-state.ts';
import type { BillingFigures } from '#platform/billing/report-table.ts';
import type { MailFigures } from '#platform/mail/report-table.ts';
import { counter, gauge, type Metric } from './exposition.ts';

export interface DocumentFigures {
  states: readonly { state: string; count: number }[];
  waiting: number;
  bytes: number;
}

/** Empty while the store cannot be read. */
export const documentMetrics = (figures: DocumentFigures | null): Metric[] =>
  figures === null
    ? []
    : [
        gauge(
          'firmoteca_documentations',
          'Procedures whose documents are known, by the state of their documentation.',
          figures.states.map(({ state, count }) => ({ labels: { state }, value: count })),
        ),
        gauge('firmoteca_documentations_waiting', 'Documentations that callers wait for.', [
          { value: figures.waiting },
        ]),
        gauge('firmoteca_documents_bytes', 'What the files of documents take.', [{ value: figures.bytes }]),
      ];

export interface TrustFigures {
  authorities: number;
  trustedListUntil: string | null;
  lists: { current: number; old: number; missing: number };
}

/** Empty while the store cannot be read, and before a host has checked its trust store. */
export const trustMetrics = (figures: TrustFigures | null): Metric[] =>
  figures === null
    ? []
    : [
        gauge('firmoteca_trust_authorities', 'Authorities that are trusted for signatures on documents.', [
          { value: figures.authorities },
        ]),
        gauge(
          'firmoteca_trust_lists',
          'Lists of revoked certificates: current, expired (old), and never downloaded (missing).',
          (['current', 'old', 'missing'] as const).map((state) => ({ labels: { state }, value: figures.lists[state] })),
        ),
        gauge(
          'firmoteca_trust_list_due_seconds',
          'When the next trusted list is due, Unix time.',
          figures.trustedListUntil === null ? [] : [{ value: Date.parse(figures.trustedListUntil) / 1000 }],
        ),
      ];

export interface SampleFigures {
  source: string;
  state: 'known' | 'differs' | 'silent';
  sampledAt: string;
}

/** Empty while the store cannot be read, and before the first samples. */
export const sampleMetrics = (samples: readonly SampleFigures[] | null): Metric[] => [
  gauge(
    'firmoteca_source_sample',
    'The newest sample of each source: 1 for its state. A sample that differs may be read wrongly or not at all.',
    (samples ?? []).flatMap(({ source, state }) =>
      (['known', 'differs', 'silent'] as const).map((each) => ({
        labels: { source, state: each },
        value: each === state ? 1 : 0,
      })),
    ),
  ),
  gauge(
    'firmoteca_source_sampled_seconds',
    'When each source was sampled, Unix time.',
    (samples ?? []).map(({ source, sampledAt }) => ({ labels: { source }, value: Date.parse(sampledAt) / 1000 })),
  ),
];

/** Empty while the state cannot be read. */
export const mailMetrics = (figures: MailFigures | null, now: number): Metric[] =>
  figures === null
    ? []
    : [
        gauge('firmoteca_mail_waiting', 'Letters that wait to be sent.', [{ value: figures.waiting }]),
        gauge('firmoteca_mail_waiting_oldest_seconds', 'Age of the oldest of them; 0 when there are none.', [
          { value: figures.oldest === null ? 0 : Math.max(0, now - Date.parse(figures.oldest)) / 1000 },
        ]),
        counter(
          'firmoteca_mail_letters_total',
          'Letters of all hosts: queued, refused by a limit, refused because the installation sends no more, sent, and given up.',
          [
            { labels: { event: 'queued' }, value: figures.asked - figures.refused },
            { labels: { event: 'refused' }, value: figures.refused - figures.full },
            { labels: { event: 'full' }, value: figures.full },
            { labels: { event: 'sent' }, value: figures.sent },
            { labels: { event: 'failed' }, value: figures.failed },
          ],
        ),
      ];

/** Empty where nothing is sold, or while the state cannot be read. */
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

/** Empty while the state cannot be read, and before the first leader. */
export const leaderMetrics = (leader: Leader | null): Metric[] =>
  leader === null
    ? []
    : [
        gauge(
          'firmoteca_duties_led',
          'Whether a host leads the duties: 1 with its name, 0 with that of the last one.',
          [{ labels: { host: leader.host }, value: leader.isHeld ? 1 : 0 }],
        ),
        gauge('firmoteca_duties_led_since_seconds', 'When it took the lead, Unix time.', [
          { value: Date.parse(leader.since) / 1000 },
        ]),
        gauge('firmoteca_duties_term', 'Its term: higher with every change of the lead.', [{ value: leader.term }]),
      ];

/** Empty without a standby; without the lag while it is unknown. */
export function standbyMetrics(standby: SharedStandbyState | null): Metric[] {
  if (standby === null) return [];
  const { state, lagMs, lagBytes } = standby.read();
  return [
    gauge(
      'firmoteca_standby_state',
      'The standby that the dataset is read from: 1 for the state it is in; read there only in the state reading.',
      STANDBY_STATES.map((each) => ({ labels: { state: each }, value: each === state ? 1 : 0 })),
    ),
    gauge(
      'firmoteca_standby_lag_seconds',
      'For how long the primary has been ahead of the standby; 0 when it has everything.',
      lagMs === null ? [] : [{ value: lagMs / 1_000 }],
    ),
    gauge(
      'firmoteca_standby_lag_bytes',
      'Bytes of the log that the standby has not replayed.',
      lagBytes === null ? [] : [{ value: lagBytes }],
    ),
    counter(
      'firmoteca_dataset_reads_total',
      'Reads of the dataset by the server that was asked; one that failed on the standby counts on both.',
      (['standby', 'primary'] as const).map((server) => ({ labels: { server }, value: standby.reads(server) })),
    ),
  ];
}
