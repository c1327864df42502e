/** What answers say of payments, in the headers and places that clients of each version look at. */
import type { PaymentReceipt } from '#api/operation-result.ts';
import type { PaymentRequiredError } from '#api/sale.ts';

/** Each version has a header of its own. */
export const receiptHeaders = ({ version, body }: PaymentReceipt): Record<string, string> => ({
  [version === 2 ? 'payment-response' : 'x-payment-response']: base64(JSON.stringify(body)),
});

/** Version 2 reads the offer from the header … */
export const offerHeaders = ({ offer, receipt }: PaymentRequiredError): Record<string, string> => ({
  'payment-required': base64(offer.version2),
  ...(receipt && receiptHeaders(receipt)),
});

/** … and version 1 from the body. */
export const withOffer = (body: string, { offer }: PaymentRequiredError): string =>
  `${body.slice(0, -1)},"x402Version":1,"accepts":${offer.version1}}`;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
