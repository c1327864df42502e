/** Figures of letters: of the whole installation, from its state, whichever host sends them. */
import type { MailFigures } from '#platform/mail/report-table.ts';
import { counter, gauge, type Metric } from './exposition.ts';

/** None when the state cannot be read at the moment. */
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
          'Letters of all hosts: queued, refused by a limit, sent, and given up.',
          [
            { labels: { event: 'queued' }, value: figures.asked - figures.refused },
            { labels: { event: 'refused' }, value: figures.refused },
            { labels: { event: 'sent' }, value: figures.sent },
            { labels: { event: 'failed' }, value: figures.failed },
          ],
        ),
      ];
