/** Checks a receipt for our own page: the operation of the API, by a visit of its own. */
import type { CredentialsOf } from '#http/credentials.ts';
import type { Operation } from '#operations/endpoint.ts';
import type { Kernel } from '#operations/kernel.ts';
import type { CheckReceipt, ReceiptCheck } from '#web/receipts.ts';

interface CheckNeeds {
  kernel: Kernel;
  credentialsOf: CredentialsOf;
  operations: readonly Operation[];
}

export function receiptCheck({ kernel, credentialsOf, operations }: CheckNeeds): CheckReceipt {
  const operation = operations.find(({ id }) => id === 'verifyReceipt');
  if (!operation) throw new Error('Receipts are checked by an operation.');
  return async (receipt, request, language) => {
    const { id, now, signal } = request;
    const visit = await kernel.admit(credentialsOf(request), { id, now, signal, language });
    request.visit = visit;
    return (await visit.ask(operation, { receipt })).data as ReceiptCheck;
  };
}
