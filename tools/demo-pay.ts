/** `npm run demo:pay`: one request bought from a demo of its own, on a chain of its own; every step is printed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptOf, signed } from '#test/support/chain/buyer.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { run, serve } from '#test/support/process.ts';

const PATH = '/api/company/90000014';
const PAYEE = '0x1111111111111111111111111111111111111111';

let steps = 0;
const say = (text: string, ...lines: string[]): void =>
  console.log([`\n${++steps}. ${text}`, ...lines.map((line) => `   ${line}`)].join('\n'));
const decoded = (text: string | null | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64').toString());
const usd = (atomic: bigint): string => `${Number(atomic) / 1e6} USDC`;

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-demo-pay-'));
const chain = await localChain();
const facilitator = await testFacilitator(chain);
const environment = {
  FIRMOTECA_DATA: folder,
  FIRMOTECA_WORKERS: '1',
  FIRMOTECA_X402_PAYEE: PAYEE,
  FIRMOTECA_X402_FACILITATOR_URL: facilitator.url,
  FIRMOTECA_X402_RPC_URLS: chain.rpcUrl,
};
say(
  'A chain that passes for Base Sepolia, and the official facilitator on it.',
  `chain ${chain.rpcUrl}`,
  `facilitator ${facilitator.url}`,
);
let stop: () => Promise<unknown> = async () => null;
try {
  await keptInstallation(folder);
  const service = await serve(environment);
  stop = service.stop;
  const payer = await chain.payer(1_000_000n);
  const url = service.origin + PATH;
  say(`Firmoteca with a small demo country: ${service.origin}.`, `Payer ${payer.address} has ${usd(1_000_000n)}.`);

  const offered = await fetch(url);
  const offer = decoded(offered.headers.get('payment-required'));
  const [terms] = offer.accepts;
  say(
    `GET ${PATH} without a key or a payment: ${offered.status}, with an offer.`,
    offer.resource.description,
    `${usd(BigInt(terms.amount))} on ${terms.network} to ${terms.payTo}, scheme ${terms.scheme}`,
  );

  const headers = await signed(url, payer, { id: `demo_${crypto.randomUUID()}` });
  const { payload } = decoded(headers['PAYMENT-SIGNATURE']);
  say(
    'The payer signs an authorization (EIP-3009). He needs no gas, and has sent nothing yet.',
    ...Object.entries(payload.authorization).map(([name, value]) => `${name.padEnd(12)} ${value}`),
    `signature    ${payload.signature.slice(0, 42)}…`,
  );

  const paid = await fetch(url, { headers });
  const { data } = (await paid.json()) as { data: { name: string; cui: string; address: string } };
  const receipt = receiptOf(paid.headers);
  say(
    `The same request with PAYMENT-SIGNATURE: ${paid.status}. Checked, looked up, stored, settled, then sent.`,
    `${data.cui} ${data.name}, ${data.address}`,
    `transaction ${receipt?.transaction}`,
  );
  say(
    'What the chain says.',
    `payer ${usd(await chain.balanceOf(payer.address))}`,
    `payee ${usd(await chain.balanceOf(PAYEE))}`,
  );

  const again = await fetch(url, { headers });
  say(
    `The same payment once more: ${again.status}, the stored answer, because it carries a name that only the payer knows.`,
    `payer ${usd(await chain.balanceOf(payer.address))}: charged once`,
  );
  const other = await fetch(`${service.origin}/api/company/90000022`, { headers });
  say(`The same payment for another company: ${other.status} ${((await other.json()) as Refusal).error.code}.`);
  const missing = `${service.origin}/api/company/90000015`;
  const free = await fetch(missing, { headers: await signed(missing, payer) });
  say(
    `A payment for a company that nobody knows: ${free.status} ${((await free.json()) as Refusal).error.code}, and nothing is charged.`,
    `payer ${usd(await chain.balanceOf(payer.address))}`,
  );
  const { output } = await run(['payments', 'list'], environment);
  say('What the operator sees: npx firmoteca payments list', ...output.trim().split('\n'));
} finally {
  await stop();
  await facilitator.close();
  await chain.close();
  rmSync(folder, { recursive: true });
}

interface Refusal {
  error: { code: string };
}
