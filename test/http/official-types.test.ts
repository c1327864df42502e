/** The types of the official x402 library accept ours: its clients and facilitators can read our offers, payments and answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  PaymentPayload,
  PaymentPayloadV1,
  PaymentRequirements,
  PaymentRequirementsV1,
  ResourceInfo,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types';
import type { receiptOf } from '#platform/payments/delivery.ts';
import type { Settlement, Verdict } from '#platform/payments/facilitator.ts';
import type { Network } from '#platform/payments/networks.ts';
import type { requirement, requirementV1, resourceOf } from '#platform/payments/offer.ts';
import type { Payment } from '#platform/payments/payment.ts';

/** Compiles only if our type is assignable to theirs. */
type Holds<Theirs, Ours extends Theirs> = Ours;

/** Version 1 names networks differently, but the library types them like version 2. */
type Named<Whole extends { network: unknown }> = Omit<Whole, 'network'> & { network: string };

type Sent<Version> = Extract<Payment['payload'], { x402Version: Version }>;

export type Held = [
  Holds<PaymentRequirements['network'], Network['id']>,
  Holds<PaymentRequirements, ReturnType<typeof requirement>>,
  Holds<Named<PaymentRequirementsV1>, ReturnType<typeof requirementV1>>,
  Holds<ResourceInfo, ReturnType<typeof resourceOf>>,
  Holds<PaymentPayload, Sent<2>>,
  Holds<Named<PaymentPayloadV1>, Sent<1>>,
  // The fields that we read from answers exist in their types, with the same names and types.
  Holds<Pick<SettleResponse, 'success' | 'transaction'>, Settlement>,
  Holds<boolean, VerifyResponse['isValid'] & Verdict['valid']>,
  Holds<'payer' | 'network' | 'amount', Extract<keyof SettleResponse, 'payer' | 'network' | 'amount'>>,
  Holds<Omit<SettleResponse, 'network'>, ReturnType<typeof receiptOf>['body']>,
];

test('our types are assignable to the official ones, since this file compiles', () => {
  const held: Held['length'] = 10;
  assert.equal(held, 10);
});
