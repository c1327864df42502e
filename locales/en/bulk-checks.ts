/** English messages: bulk checks. */
import { counting } from '#lib/i18n/english.ts';

/** In the unit that a person would use. */
const isShort = (minutes: number): boolean => minutes < 120;

const inTime = (minutes: number): string =>
  `in ${isShort(minutes) ? counting(minutes, 'minute') : counting(Math.ceil(minutes / 60), 'hour')}`;

export const bulkChecks = {
  checks: {
    nothingSent: 'Paste at least one fiscal code, or choose a file.',
    noCode: 'There is no fiscal code in this list: a code has 1-10 digits, with or without RO.',
    tooLong: ({ max }: { max: number }) => `The list has more than ${counting(max, 'line')}. Send it in parts.`,
    tooMuch: ({ max }: { max: number }) =>
      `The list has more than ${counting(max, 'character')}. Send it as a file, or in parts.`,
    busy: 'Many lists are being read right now. Send yours again in half a minute, or paste the codes.',
    noList: 'The file cannot be read as a list. Send text, CSV or XLSX, without a password.',
    tooHard: 'The file needs more time or memory than a list of codes should. Paste the codes instead.',
    wrongDay: ({ first, last }: { first: string; last: string }) => `Choose a day from ${first} to ${last}.`,
    throttled: ({ seconds }: { seconds: number }) =>
      `Too many lists. You can send the next one in ${counting(seconds, 'second')}.`,
    enoughOpen: ({ max }: { max: number }) =>
      `${counting(max, 'list')} of yours are being checked already. Send the next one when one of them is through.`,
    noRoom: ({ minutes }: { minutes: number }) =>
      `The storage for lists is full at the moment. Send yours again ${inTime(minutes)}.`,
    noRoomForNetwork: ({ minutes }: { minutes: number }) =>
      `As many lists were sent from your network as we keep for one. Send this one again ${inTime(minutes)}, or delete one of yours.`,
    noRoomForAccount: ({ minutes }: { minutes: number }) =>
      `Your lists take all the room that an account has. Delete one of them, or send this one again ${inTime(minutes)}, when the oldest is deleted.`,
    unknown: 'There is no such check, or its time is over: checks are deleted after some days.',
  },
};
