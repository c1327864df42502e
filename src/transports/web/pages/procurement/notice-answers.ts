/** The four answers under a notice's title: until when, how much, by which procedure, and whether its documents are here. */

import { counted } from '#lib/i18n/counts.ts';
import { hourOf, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { timeLeft } from '#transports/web/components/lists.ts';
import type { StatusRow } from '#transports/web/components/status.ts';

import { estimateOf, type Notice } from './tender-row.ts';
import type { Standing } from './versions.ts';

/** `standing`: of the documents that the page shows; null where none can be shown. */
export const fourAnswers = (
  notice: Notice,
  standing: Standing | null,
  now: number,
  language: Language,
): StatusRow[] => [
  deadlineAnswer(notice, now, language),
  valueAnswer(notice, language),
  procedureAnswer(notice, language),
  documentsAnswer(notice, standing, language),
];

function deadlineAnswer(
  { deadlineAt, open, stateLabel, stateCode }: Notice,
  now: number,
  language: Language,
): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const question = texts.deadline;
  const left = timeLeft(deadlineAt, now, language);
  if (left === null || deadlineAt === null) return { question, word: texts.unknown, status: 'unknown' };
  const day = shortDay(bucharestDay(Date.parse(deadlineAt)), language);
  const since = language === 'ro' ? `${day}, ora ${hourOf(deadlineAt)}` : `${day}, ${hourOf(deadlineAt)}`;
  if (open) return { question, word: capital(left.word), status: left.isUrgent ? 'check' : 'clock', since };
  // Cancelled or suspended before its day.
  const word = left.isOver || stateCode === null || stateLabel === null ? texts.ended : stateLabel;
  return { question, word, status: 'closed', since: `${since}; ${texts.closed}` };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function valueAnswer(notice: Notice, language: Language): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const { lots, estimatedValue } = notice;
  return {
    question: texts.value,
    word: estimatedValue === null ? texts.unknown : estimateOf(notice, language),
    status: estimatedValue === null ? 'unknown' : 'plain',
    since: lots === null ? null : lots.length === 0 ? null : counted(lots.length, texts.lotsNoun, language),
  };
}

function procedureAnswer({ procedureTypeLabel, stateLabel, publishedAt }: Notice, language: Language): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const since = [stateLabel?.toLowerCase(), publishedAt && texts.published(shortDay(publishedAt, language))];
  return {
    question: texts.procedure,
    word: procedureTypeLabel ?? texts.unknown,
    status: procedureTypeLabel === null ? 'unknown' : 'plain',
    since: since.filter(Boolean).join(', '),
  };
}

const STANDINGS = {
  none: 'closed',
  announced: 'unknown',
  collecting: 'unknown',
  available: 'fine',
  partial: 'check',
  failed: 'stop',
  withdrawn: 'closed',
  superseded: 'check',
  unknown: 'unknown',
} as const;

function documentsAnswer({ documentation }: Notice, standing: Standing | null, language: Language): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const state = standing?.state ?? documentation.state;
  const version = standing?.version ?? documentation.version;
  const count = standing?.documentsCount ?? documentation.documentsCount;
  const seenAt = standing?.versions.find((one) => one.version === version)?.seenAt;
  const hasFiles = count !== null && count > 0 && (state === 'available' || state === 'partial');
  return {
    question: texts.documentation,
    word: hasFiles ? counted(count, texts.files, language) : texts.states[state],
    status: STANDINGS[state],
    since:
      version === null
        ? null
        : [
            state === 'partial' && texts.states.partial.toLowerCase(),
            seenAt === undefined ? texts.version(version) : texts.versionSince(version, shortDay(seenAt, language)),
          ]
            .filter(Boolean)
            .join(', '),
  };
}
