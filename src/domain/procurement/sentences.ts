import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('procurement');

/** What lists are made of. */
export const records = messagesOf('procurementRecords');

/** A company's first steps, in its history. */
export const firsts = messagesOf('procurementFirsts');

/** Kinds of procedures, in the words of the law. */
export const procedures = messagesOf('procedureTypes');

/** How far a procedure has come. */
export const states = messagesOf('noticeStates');
