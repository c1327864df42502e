/** English messages: payments. */
import { counting } from '#lib/i18n/english.ts';

export const payments = {
  billing: {
    noEvent: 'This event is not from the payment provider.',
    away: 'The payment provider does not answer at the moment. Nothing was charged. Try again in a minute.',
    refused: 'The payment provider refused. Nothing was charged. Contact the operator of this service.',
    noCustomer: 'This account has paid nothing here yet: there is nothing to manage.',
    noSubscription: 'This account has no paid subscription: there is nothing to cancel or to resume.',
    noAccount: 'The account was deleted meanwhile. Nothing was charged, and nothing can be paid for it any more.',
    unpaidSubject: 'Your payment for Pro failed',
    unpaidWords: 'The payment provider could not collect the last payment for Pro. It will try again by itself.',
    unpaidHelp:
      'Your keys go on working for seven days. Enter another card, or correct this one, on the page of your subscription.',
    cancelingSubject: 'Your Pro plan will end',
    cancelingWords:
      'The subscription was canceled: Pro works to the end of the period that is paid, and nothing more is charged.',
    cancelingHelp:
      'If it was not you, resume the subscription, look through the connected apps and change the password of the account.',
    endedSubject: 'Your Pro plan has ended',
    endedWords: 'Pro has ended, and your keys no longer work. Nothing more is charged.',
    endedHelp: 'Your account and your keys are retained: they work again when you subscribe again.',
    toSubscription: 'To your subscription',
  },
  payments: {
    keyOrPay: 'Send your Pro key in the header X-API-Key, or pay for this request.',
    headNotSold: 'HEAD is not sold: its answer has no content. Pay for GET.',
    tooMany: ({ seconds }: { seconds: number }) =>
      `Too many paid requests. Try again in ${counting(seconds, 'second')}.`,
    connectionClosed: 'The connection was closed before the answer was ready. Nothing was charged.',
    stillFetching: 'A part of the answer is still being fetched. Nothing was charged; repeat the request.',
    unavailable: 'Payments cannot be checked at the moment. Nothing was charged; try again later.',
    inProgress: 'A request with this payment is still being answered. Try again in a moment.',
    outcomePending:
      'It is not known yet whether the payment was settled. Repeat the request with the same payment: you are charged at most once.',
    /** `reason`: a word for programs. */
    refused: ({ reason }: { reason: string }) =>
      `The payment was refused when it was settled: ${reason}. Nothing was charged.`,
    /** Behind one of `unusable`. */
    notCharged: ({ problem }: { problem: string }) => `${problem} Nothing was charged.`,
    /** What is wrong with a payment that was sent. */
    unusable: {
      malformed: 'The payment header must be the Base64 of a JSON payment of the scheme exact, by EIP-3009.',
      malformedAt: ({ where }: { where: string }) =>
        `The payment header must be the Base64 of a JSON payment of the scheme exact, by EIP-3009; see ${where}.`,
      otherOffer: ({ field }: { field: string }) => `The payment is for another offer: its ${field} differs.`,
      otherPayee: 'The payment names another payee.',
      otherAmount: ({ amount, value }: { amount: string; value: string }) =>
        `This request costs ${amount}, the payment is ${value}.`,
      notYetValid: 'The payment is not valid yet.',
      expired: 'The payment has expired, or is about to.',
      expiredMeanwhile: 'The payment expired meanwhile.',
      validTooLong: ({ most }: { most: number }) => `A payment may be valid for at most ${counting(most, 'second')}.`,
      /** `reason`: the facilitator’s word for programs. */
      notValid: ({ reason }: { reason: string }) => `The payment is not valid: ${reason}.`,
    },
    /** Why the answer to a payment is not sent again. */
    spent: {
      otherRequest: 'This payment was sent for another request.',
      otherPayer: 'This payment was sent by another payer.',
      otherPayment:
        'Another payment was sent under this identifier. Its answer is repeated only for exactly the payment that was signed.',
      delivered: 'The answer to this payment was delivered.',
      notKept: 'The answer to this payment is no longer stored.',
    },
    /** Why a payment cannot be closed by hand. */
    open: {
      unknown: ({ id }: { id: string }) => `There is no payment ${id}.`,
      hasEnd: ({ state }: { state: string }) =>
        `Only a payment whose outcome is unknown can be closed by hand; this one is ${state}.`,
      lookedFor: 'The service is reading the outcome of this payment. Try again in a minute.',
      closedMeanwhile: 'The payment was closed by another process meanwhile.',
      settled: ({ transaction }: { transaction: string }) => `The chain says that it was settled, by ${transaction}.`,
      dead: 'The chain says that it was not settled, and cannot be any more.',
      untilThen: ({ until }: { until: string }) =>
        `It can still be settled until ${until}: its outcome is not known before.`,
      whichTransaction: 'The chain cannot be read here: say which transaction settled it.',
    },
  },
};
