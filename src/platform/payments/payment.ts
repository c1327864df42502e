/** Parses a payment header and compares it with the offer, before the facilitator is asked. */

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

/** With all extensions sent back a payment has 4 KB; signatures of smart wallets add some more. */
const HEADER_LENGTH_MAX = 16_384;
/** A signature that ends sooner than this would not live until its settlement; facilitators ask for the same. */
const LEFT_SECONDS_MIN = 6;
/** What holds longer than this cannot be told as failed for as long. Allows for clocks that differ. */
const LEFT_SECONDS_MAX = 900;

export interface Payment {
  version: 1 | 2;
  network: Network;
  payer: string;
  nonce: string;
  amount: string;
  /** Seconds since 1970. */
  validAfter: number;
  validBefore: number;
  /** Digest of the payer's own name for the payment. */
  identifier: string | null;
  /** Digest of what the payer alone can send: see `bondOf`. */
  bond: string;
  /** Digest of what the payer signed and of his signature, in whatever way they are written. */
  signed: string;
  /** For the facilitator: what the payer signed, and nothing else of what he sent. */
  payload: PayloadV2 | PayloadV1;
  requirements: ReturnType<typeof requirement> | ReturnType<typeof requirementV1>;
}

/** What is wrong with a payment: a word for programs and a sentence for people. */
export class Unusable extends Error {
  readonly reason: string;
  readonly explanation: Message;
  constructor(reason: string, message: Message) {
    super(translate(message, 'en'));
    this.reason = reason;
    this.explanation = message;
  }
}

const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Whole = Type.String({ pattern: '^[0-9]{1,20}$' });

const Exact = Type.Object({
  signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2})+$' }),
  authorization: Type.Object({
    from: Address,
    to: Address,
    value: Whole,
    validAfter: Whole,
    validBefore: Whole,
    nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  }),
});

/** Version 2's way to hand a payment on. */
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
  const asked = requirement(terms, network);
  if (accepted.scheme !== asked.scheme) throw otherOffer('scheme');
  if (accepted.amount !== asked.amount) throw otherOffer('amount');
  if (!same(accepted.asset, asked.asset)) throw otherOffer('asset');
  if (!same(accepted.payTo, asked.payTo)) throw otherOffer('payTo');
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
      accepted: asked,
      payload: exact(payload),
      extensions: { bazaar: bazaarOf(terms.operation) },
    },
    requirements: asked,
  };
}

function readVersion1(header: string, terms: Terms, address: string): Payment {
  const sent = decode(header);
  if (!isVersion1(sent)) throw malformed(isVersion1.errors?.[0]?.instancePath);
  const network = terms.networks.find(({ name }) => name === sent.network);
  if (!network) throw otherOffer('network');
  const asked = requirementV1(terms, network);
  if (sent.scheme !== asked.scheme) throw otherOffer('scheme');
  return {
    version: 1,
    network,
    ...authorized(sent.payload, terms),
    signed: signedOf(sent.payload, network),
    identifier: null,
    bond: bondOf(header, false, address),
    payload: { x402Version: 1, scheme: asked.scheme, network: network.name, payload: exact(sent.payload) },
    requirements: asked,
  };
}

/**
 * A settlement shows everything that was signed, so that anybody can send it again. What shows the payer is the number of the
 * offer that he answers; where he sends none back (version 1 has no place for it), the address that he asks from.
 */
const bondOf = (header: string, answersOffer: boolean, address: string): string =>
  sha256(answersOffer ? header : `${address} ${header}`);

/** Hexadecimal digits may be large or small; all else of a signed payment has one spelling. */
function signedOf(payload: Static<typeof Exact>, { id }: Network): string {
  const { signature, authorization } = exact(payload);
  return sha256([id, ...Object.values(authorization), signature].join(' ').toLowerCase());
}

function authorized({ authorization }: Static<typeof Exact>, { payee, amount }: Terms) {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  if (!same(to, payee)) throw new Unusable('invalid_recipient', messages.payments.unusable.otherPayee());
  // Not more either: what is settled is what is signed.
  if (value !== amount) throw new Unusable('invalid_amount', messages.payments.unusable.otherAmount({ amount, value }));
  if (![validAfter, validBefore].every((instant) => Number.isSafeInteger(Number(instant)))) throw malformed();
  return {
    payer: from.toLowerCase(),
    nonce: nonce.toLowerCase(),
    amount,
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
  };
}

/** Told of payments that are new to us; one that we have settled may be sent again long after its time. */
export function assertTimely({ validAfter, validBefore }: Payment, now: number): void {
  const seconds = Math.floor(now / 1000);
  if (validAfter > seconds) throw new Unusable('payment_not_yet_valid', messages.payments.unusable.notYetValid());
  if (validBefore < seconds + LEFT_SECONDS_MIN)
    throw new Unusable('payment_expired', messages.payments.unusable.expired());
  if (validBefore > seconds + LEFT_SECONDS_MAX)
    throw new Unusable('payment_valid_too_long', messages.payments.unusable.validTooLong({ most: LEFT_SECONDS_MAX }));
}

/** Whether a payment still lives long enough to be settled. */
export const isAlive = ({ validBefore }: Payment, now: number): boolean => validBefore >= now / 1000 + LEFT_SECONDS_MIN;

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

const malformed = (where = ''): Unusable =>
  new Unusable(
    'invalid_payload',
    where === '' ? messages.payments.unusable.malformed() : messages.payments.unusable.malformedAt({ where }),
  );

const otherOffer = (field: string): Unusable =>
  new Unusable('no_matching_offer', messages.payments.unusable.otherOffer({ field }));
