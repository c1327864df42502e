/** Parses a payment header and compares it with the offer, before the facilitator verifies it. */

import { Type } from 'typebox';
import { ajv } from '#api/ajv.ts';
import type { SentPayment } from '#api/caller.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import type { Static } from '#lib/schema/static.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { bazaarOf, IDENTIFIER } from './discovery.ts';
import type { Network } from './networks.ts';
import { requirement, requirementV1, resourceOf, type Terms } from './offer.ts';

/** A payment with all extensions has 4 KB; signatures of smart wallets add more. */
const HEADER_LENGTH_MAX = 16_384;
/** A signature that ends sooner could expire before its settlement; facilitators require the same. */
const VALID_SECONDS_MIN = 6;
/** A payment cannot be reported as failed before its signature ends. Includes a tolerance for clock differences. */
const VALID_SECONDS_MAX = 900;

export interface Payment {
  version: 1 | 2;
  network: Network;
  payer: string;
  nonce: string;
  amount: string;
  /** Seconds since 1970. */
  validAfter: number;
  validBefore: number;
  /** Digest of the payer's id of the payment. */
  identifier: string | null;
  /** Digest of data that only the payer can send: see `bondOf`. */
  bond: string;
  /** Digest of the signed data and the signature, independent of their spelling. */
  signed: string;
  /** For the facilitator: the signed data, without other fields that the payer sent. */
  payload: PayloadV2 | PayloadV1;
  requirements: ReturnType<typeof requirement> | ReturnType<typeof requirementV1>;
}

/** `reason` is for programs, `explanation` for people. */
export class InvalidPayment extends Error {
  readonly reason: string;
  readonly explanation: Message;
  constructor(reason: string, message: Message) {
    super(translate(message, 'en'));
    this.reason = reason;
    this.explanation = message;
  }
}

const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Digits = Type.String({ pattern: '^[0-9]{1,20}$' });

const Exact = Type.Object({
  signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2})+$' }),
  authorization: Type.Object({
    from: Address,
    to: Address,
    value: Digits,
    validAfter: Digits,
    validBefore: Digits,
    nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  }),
});

interface PayloadV2 {
  x402Version: 2;
  resource: ReturnType<typeof resourceOf>;
  accepted: ReturnType<typeof requirement>;
  payload: ReturnType<typeof exact>;
  extensions: Record<string, unknown>;
}

interface PayloadV1 {
  x402Version: 1;
  scheme: string;
  network: string;
  payload: ReturnType<typeof exact>;
}

const Version2 = Type.Object({
  x402Version: Type.Literal(2),
  accepted: Type.Object({
    scheme: Type.String(),
    network: Type.String(),
    asset: Type.String(),
    amount: Type.String(),
    payTo: Type.String(),
    extra: Type.Optional(Type.Object({ offer: Type.Optional(Type.String({ minLength: 16, maxLength: 64 })) })),
  }),
  payload: Exact,
  extensions: Type.Optional(
    Type.Object({
      'payment-identifier': Type.Optional(
        Type.Object({ info: Type.Object({ id: Type.Optional(Type.String(IDENTIFIER)) }) }),
      ),
    }),
  ),
});

const Version1 = Type.Object({
  x402Version: Type.Literal(1),
  scheme: Type.String(),
  network: Type.String(),
  payload: Exact,
});

const isVersion2 = ajv.compile<Static<typeof Version2>>(Version2);
const isVersion1 = ajv.compile<Static<typeof Version1>>(Version1);

export const readPayment = ({ version, text }: SentPayment, terms: Terms, address: string): Payment =>
  version === 2 ? readVersion2(text, terms, address) : readVersion1(text, terms, address);

function readVersion2(header: string, terms: Terms, address: string): Payment {
  const sent = decode(header);
  if (!isVersion2(sent)) throw malformed(isVersion2.errors?.[0]?.instancePath);
  const { accepted, payload, extensions } = sent;
  const network = terms.networks.find(({ id }) => id === accepted.network);
  if (!network) throw otherOffer('network');
  const offered = requirement(terms, network);
  if (accepted.scheme !== offered.scheme) throw otherOffer('scheme');
  if (accepted.amount !== offered.amount) throw otherOffer('amount');
  if (!same(accepted.asset, offered.asset)) throw otherOffer('asset');
  if (!same(accepted.payTo, offered.payTo)) throw otherOffer('payTo');
  const id = extensions?.['payment-identifier']?.info.id;
  return {
    version: 2,
    network,
    ...authorized(payload, terms),
    signed: signedOf(payload, network),
    identifier: id === undefined ? null : sha256(id),
    bond: bondOf(header, accepted.extra?.offer !== undefined, address),
    payload: {
      x402Version: 2,
      resource: resourceOf(terms),
      accepted: offered,
      payload: exact(payload),
      extensions: { bazaar: bazaarOf(terms.operation) },
    },
    requirements: offered,
  };
}

function readVersion1(header: string, terms: Terms, address: string): Payment {
  const sent = decode(header);
  if (!isVersion1(sent)) throw malformed(isVersion1.errors?.[0]?.instancePath);
  const network = terms.networks.find(({ name }) => name === sent.network);
  if (!network) throw otherOffer('network');
  const offered = requirementV1(terms, network);
  if (sent.scheme !== offered.scheme) throw otherOffer('scheme');
  return {
    version: 1,
    network,
    ...authorized(sent.payload, terms),
    signed: signedOf(sent.payload, network),
    identifier: null,
    bond: bondOf(header, false, address),
    payload: { x402Version: 1, scheme: offered.scheme, network: network.name, payload: exact(sent.payload) },
    requirements: offered,
  };
}

/**
 * A settlement publishes all signed data, so that strangers can send it again. The payer is identified by the random number of the offer, or
 * without one (version 1 has no field for it) by the client address.
 */
const bondOf = (header: string, answersOffer: boolean, address: string): string =>
  sha256(answersOffer ? header : `${address} ${header}`);

/** Hexadecimal digits may be in upper or lower case; the rest of a signed payment has one spelling. */
function signedOf(payload: Static<typeof Exact>, { id }: Network): string {
  const { signature, authorization } = exact(payload);
  return sha256([id, ...Object.values(authorization), signature].join(' ').toLowerCase());
}

function authorized({ authorization }: Static<typeof Exact>, { payee, amount }: Terms) {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  if (!same(to, payee)) throw new InvalidPayment('invalid_recipient', messages.payments.unusable.otherPayee());
  // Not more, either: the settlement transfers the signed amount.
  if (value !== amount)
    throw new InvalidPayment('invalid_amount', messages.payments.unusable.otherAmount({ amount, value }));
  if (![validAfter, validBefore].every((instant) => Number.isSafeInteger(Number(instant)))) throw malformed();
  return {
    payer: from.toLowerCase(),
    nonce: nonce.toLowerCase(),
    amount,
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
  };
}

/** For new payments only: a settled one may be sent again long after its time. */
export function assertTimely({ validAfter, validBefore }: Payment, now: number): void {
  const seconds = Math.floor(now / 1000);
  if (validAfter > seconds) throw new InvalidPayment('payment_not_yet_valid', messages.payments.unusable.notYetValid());
  if (validBefore < seconds + VALID_SECONDS_MIN)
    throw new InvalidPayment('payment_expired', messages.payments.unusable.expired());
  if (validBefore > seconds + VALID_SECONDS_MAX)
    throw new InvalidPayment(
      'payment_valid_too_long',
      messages.payments.unusable.validTooLong({ most: VALID_SECONDS_MAX }),
    );
}

/** Whether a payment is valid long enough to be settled. */
export const isAlive = ({ validBefore }: Payment, now: number): boolean =>
  validBefore >= now / 1000 + VALID_SECONDS_MIN;

const exact = ({ signature, authorization }: Static<typeof Exact>) => {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return { signature, authorization: { from, to, value, validAfter, validBefore, nonce } };
};

function decode(header: string): unknown {
  if (header.length > HEADER_LENGTH_MAX || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) throw malformed();
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    throw malformed();
  }
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const malformed = (where = ''): InvalidPayment =>
  new InvalidPayment(
    'invalid_payload',
    where === '' ? messages.payments.unusable.malformed() : messages.payments.unusable.malformedAt({ where }),
  );

const otherOffer = (field: string): InvalidPayment =>
  new InvalidPayment('no_matching_offer', messages.payments.unusable.otherOffer({ field }));
