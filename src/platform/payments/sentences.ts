import { messagesOf } from '#locales/messages.ts';

export const said = messagesOf('payments');

/** What is wrong with a payment that was sent. */
export const unusable = messagesOf('payments.unusable');

/** Why the answer to a payment is not given again. */
export const spent = messagesOf('payments.spent');

/** Why a payment cannot be closed by hand. */
export const open = messagesOf('payments.open');
