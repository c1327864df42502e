/** The client of Firmoteca: every operation as a typed function. No dependencies; Node 20 and later, and browsers. */
export type { FileAnswer, TableAnswer } from './answer.ts';
export { type Client, createClient, type Flat, type Told } from './client.ts';
export { type ClientErrorCode, type ErrorDetail, FirmotecaError } from './error.ts';
export type * from './generated/shapes.ts';
export type { CallOptions, ClientOptions, PagesOptions, TableOptions } from './options.ts';
export type { OnPaymentRequired, PaidRequest, PaymentOffer, PaymentReceipt, PaymentTerms } from './payment.ts';
