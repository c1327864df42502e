/** The official facilitator over HTTP, on the local chain, with faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import type { LocalChain } from './chain.ts';

/**
 * Faults of one request. `down`: cut before it is processed; `lost`: processed, but the answer never arrives; `slow`: processed after a
 * pause; `broken`: a gateway’s error page; `refuse`: a refusal in the protocol; `moved`: a redirect; `mute`: processed, then no answer.
 */
export type Fault = 'down' | 'lost' | 'slow' | 'broken' | 'refuse' | 'moved' | 'mute' | FalseAnswer;

/** An answer with other values, after the request was processed or, for a lie, without. */
interface FalseAnswer {
  values: Record<string, unknown>;
  undone?: true;
}

type Question = 'verify' | 'settle' | 'supported';

/** A transaction not mined within this time is reported as pending. */
const CONFIRMATION_MS = 1_500;

export interface TestFacilitator {
  url: string;
  /** The requests, in order. */
  asked: Question[];
  /** Their bodies. */
  bodies: unknown[];
  /** Decides the fault of every request; null: none. */
  fault: (question: Question) => Fault | null;
  slowMs: number;
  /** Resolves when every request has ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function testFacilitator({ operator }: LocalChain): Promise<TestFacilitator> {
  const signer = toFacilitatorEvmSigner(
    { ...operator, address: operator.account.address } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0],
    { confirmationTimeoutMs: CONFIRMATION_MS },
  );
  const official = registerExactEvmScheme(new x402Facilitator(), { signer, networks: 'eip155:84532' });

  const answerTo = async (question: Question, body: string): Promise<unknown> => {
    if (question === 'supported') return official.getSupported();
    const { paymentPayload, paymentRequirements } = JSON.parse(body);
    return official[question](paymentPayload, paymentRequirements);
  };
  const send = (response: ServerResponse, status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };

  /** Requests in progress: a slow one continues after its client has gone, and sends its transaction. */
  const inWork = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answer(request, response).finally(() => inWork.delete(work));
    inWork.add(work);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = (request.url ?? '').slice(1) as Question;
    const body = Buffer.concat(await request.toArray()).toString();
    facade.asked.push(question);
    if (body) facade.bodies.push(JSON.parse(body));
    const fault = facade.fault(question);
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'broken') return void response.writeHead(502).end('<html>Bad Gateway</html>');
    if (fault === 'moved') return void response.writeHead(308, { location: facade.url }).end();
    if (fault === 'refuse')
      return send(response, 200, {
        isValid: false,
        invalidReason: 'invalid_exact_evm_signature',
        success: false,
        errorReason: 'invalid_exact_evm_insufficient_balance',
        transaction: '',
        network: 'eip155:84532',
      });
    if (typeof fault === 'object' && fault?.undone) return send(response, 200, fault.values);
    if (fault === 'slow') await sleep(facade.slowMs);
    const output = await answerTo(question, body).catch((error: Error) => ({ error: error.message }));
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'mute') return;
    const result = typeof fault === 'object' ? fault?.values : {};
    send(response, 'error' in (output as object) ? 500 : 200, { ...(output as object), ...result });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const facade: TestFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    bodies: [],
    fault: () => null,
    slowMs: 0,
    async idle() {
      while (inWork.size > 0) await Promise.allSettled(inWork);
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return facade;
}
