/** The offer of one request, for clients of both versions in one answer: version 2 reads the header, version 1 the body. */
import { randomBytes } from 'node:crypto';
import type { ApiErrorCode } from '#api/api-error.ts';
import type { Operation } from '#api/endpoint.ts';
import { type DocumentedOperation, documentedOperation } from '#api/operation-examples.ts';
import type { PaymentReceipt } from '#api/operation-result.ts';
import { PaymentRequiredError, type Sale } from '#api/payments.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { extensionsOf, inputOf, outputOf } from './discovery.ts';
import type { Network } from './networks.ts';
import { type PriceList, priceOf } from './prices.ts';

/** Validity of a payer's signature: the longest answer takes half a minute, and the payer may repeat the request after a pause. */
const VALID_SECONDS = 120;

const MEDIA_TYPE = 'application/json';

/** Price and description of one request. */
export interface Terms {
  operation: DocumentedOperation;
  payee: string;
  networks: readonly Network[];
  /** Millionths of a dollar, as text. */
  amount: string;
  url: string;
  description: string;
}

export const termsOf = (
  { operation, resource, input }: Sale,
  { payee, networks, prices }: { payee: string; networks: readonly Network[]; prices: PriceList },
  hidden: HiddenPersons,
): Terms => ({
  operation: documentedOperation(operation, hidden),
  payee,
  networks,
  amount: priceOf(operation.declaration, input, prices).toString(),
  url: resource,
  description: descriptionOf(operation),
});

const descriptionOf = ({ declaration: { title, price } }: Operation): string =>
  `${title.en}. Errors and empty answers are not charged; answers marked stale are.${typeof price === 'object' ? ` ${BY_SIZE}` : ''}`;

const BY_SIZE = 'Every entry counts; nothing is charged when none is found, or when a source leaves one open (503).';

export const resourceOf = ({ url, description }: Terms) => ({
  url,
  description,
  mimeType: MEDIA_TYPE,
  serviceName: 'Firmoteca',
  tags: TAGS,
});

/** Categories for catalogues. */
const TAGS = ['company-data', 'romania', 'public-records'];

/** For protocol version 2. `extra` contains the token's domain, which payers sign. */
export const requirement = ({ payee, amount }: Terms, { id, asset, token }: Network) => ({
  scheme: 'exact',
  network: id,
  amount,
  asset,
  payTo: payee,
  maxTimeoutSeconds: VALID_SECONDS,
  extra: { name: token.name, version: token.version },
});

export const requirementV1 = (terms: Terms, { name, asset, token }: Network) => ({
  scheme: 'exact',
  network: name,
  maxAmountRequired: terms.amount,
  resource: terms.url,
  description: terms.description,
  mimeType: MEDIA_TYPE,
  outputSchema: { input: inputOf(terms.operation), output: outputOf(terms.operation) ?? {} },
  payTo: terms.payee,
  maxTimeoutSeconds: VALID_SECONDS,
  asset,
  extra: { name: token.name, version: token.version },
});

/**
 * A refusal that contains the offer. `reason` is a code for programs; `receipt` proves that a settlement failed. Each offer has a random
 * number, which payers send back with the payment and which no chain displays: a reader of the settlement cannot impersonate the payer.
 */
export function unpaid(
  code: ApiErrorCode,
  message: Message,
  terms: Terms,
  { reason, receipt }: { reason: string; receipt?: PaymentReceipt },
): PaymentRequiredError {
  const offer = randomBytes(OFFER_BYTES).toString('base64url');
  const accepts = terms.networks.map((network) => {
    const plain = requirement(terms, network);
    return { ...plain, extra: { ...plain.extra, offer } };
  });
  const version2 =
    `{"x402Version":2,"error":${JSON.stringify(reason)},"resource":${JSON.stringify(resourceOf(terms))},` +
    `"accepts":${JSON.stringify(accepts)},"extensions":${extensionsOf(terms.operation)}}`;
  const version1 = JSON.stringify(terms.networks.map((network) => requirementV1(terms, network)));
  return new PaymentRequiredError(code, message, { version2, version1 }, receipt ?? null);
}

const OFFER_BYTES = 12;
