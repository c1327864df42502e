/** A local chain in place of Base Sepolia: a real EVM in this process, with an EIP-3009 dollar at USDC’s address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import {
  type Address,
  createWalletClient,
  custom,
  defineChain,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  parseSignature,
  publicActions,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createNonceManager, jsonRpc } from 'viem/nonce';
import { keptCode } from './compile.ts';

const USDC: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
/** The address of Multicall3 on every chain. */
const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** Base Sepolia; an import of `viem/chains` would load seven hundred other chains. */
const CHAIN = defineChain({
  id: 84_532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  contracts: { multicall3: { address: MULTICALL } },
});
/** The first account of the simulated chain, with plenty of gas; its key is public. */
const OPERATOR: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const token = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

/** Public servers limit the number of blocks of a search. */
const BLOCKS_MAX = 10_000;
const TOO_WIDE = new Error(`A search takes ${BLOCKS_MAX} blocks at most.`);
const isTooWide = (method: string, [filter]: { fromBlock?: string; toBlock?: string }[]): boolean =>
  method === 'eth_getLogs' && Number(filter?.toBlock ?? 0) - Number(filter?.fromBlock ?? 0) > BLOCKS_MAX;

type Written = 'mint' | 'transfer' | 'cancelAuthorization' | 'transferWithAuthorization';

/**
 * What an async function resolves to. `Awaited` compares every member of the type with a thenable’s, which takes more than a second of
 * compile time for a chain client.
 */
export type Resolved<Promised> = Promised extends Promise<infer Value> ? Value : never;

export type LocalChain = Resolved<ReturnType<typeof localChain>>;

export async function localChain() {
  const environment = await createHardhatRuntimeEnvironment({
    // Every transaction is a block; a second for each would move the chain’s clock ahead of real time.
    networks: { local: { type: 'edr-simulated', chainId: CHAIN.id, allowBlocksWithSameTimestamp: true } },
  });
  const connection = await environment.network.create('local');
  const { provider } = connection;
  const request = (method: string, params: unknown[] = []): Promise<unknown> => provider.request({ method, params });
  await request('hardhat_setCode', [USDC, keptCode().Token]);
  await request('hardhat_setCode', [MULTICALL, keptCode().Multicall]);

  const operator = createWalletClient({
    // Parallel settlements of one account need consecutive nonces, for each chain separately.
    account: privateKeyToAccount(OPERATOR, { nonceManager: createNonceManager({ source: jsonRpc() }) }),
    chain: CHAIN,
    transport: custom(provider),
    pollingInterval: 20,
  }).extend(publicActions);
  const write = async (functionName: Written, args: readonly unknown[]) => {
    const hash: Hash = await operator.writeContract({ address: USDC, abi: token, functionName, args } as never);
    await operator.waitForTransactionReceipt({ hash });
  };

  let isReadable = (_method: string, _params: unknown[]): boolean => true;
  const server = createServer(async (requested, answer) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await requested.toArray()).toString());
    if (!isReadable(method, params)) return void answer.destroy();
    const output = await (isTooWide(method, params) ? Promise.reject(TOO_WIDE) : request(method, params)).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: -32000, message: error.message } }),
    );
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ jsonrpc: '2.0', id, ...output }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    /** The RPC address of the chain. */
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    operator,
    request,
    balanceOf: (address: string): Promise<bigint> =>
      operator.readContract({ address: USDC, abi: token, functionName: 'balanceOf', args: [address as Address] }),
    mint: (address: string, value: bigint): Promise<void> => write('mint', [address, value]),
    write,
    /** A new account with this amount and a key to sign with. */
    async payer(value: bigint): Promise<PrivateKeyAccount> {
      const account = privateKeyToAccount(generatePrivateKey());
      if (value > 0n) await write('mint', [account.address, value]);
      return account;
    },
    /** Removes the money of an account. */
    async drain(address: string): Promise<void> {
      const balance = await operator.readContract({
        address: USDC,
        abi: token,
        functionName: 'balanceOf',
        args: [address as Address],
      });
      await request('hardhat_impersonateAccount', [address]);
      await request('hardhat_setBalance', [address, '0xde0b6b3a7640000']);
      const data = encodeFunctionData({ abi: token, functionName: 'transfer', args: [USDC, balance] });
      await request('eth_sendTransaction', [{ from: address, to: USDC, data }]);
    },
    /** The payer cancels an authorization. */
    async cancel(account: PrivateKeyAccount, nonce: Hex): Promise<void> {
      const signature = await account.signTypedData({
        domain: { name: 'USDC', version: '2', chainId: CHAIN.id, verifyingContract: USDC },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce },
      });
      const { r, s, v } = parseSignature(signature);
      await write('cancelAuthorization', [account.address, nonce, Number(v), r, s]);
    },
    /** The payer uses the nonce of an authorization for another transfer. */
    async spend(account: PrivateKeyAccount, nonce: Hex, to: string, value: bigint): Promise<void> {
      const [from, validAfter, validBefore] = [account.address, 0n, 2n ** 40n];
      const field = (name: string, type: string) => ({ name, type });
      const signature = await account.signTypedData({
        domain: { name: 'USDC', version: '2', chainId: CHAIN.id, verifyingContract: USDC },
        types: {
          TransferWithAuthorization: [
            field('from', 'address'),
            field('to', 'address'),
            field('value', 'uint256'),
            field('validAfter', 'uint256'),
            field('validBefore', 'uint256'),
            field('nonce', 'bytes32'),
          ],
        },
        primaryType: 'TransferWithAuthorization',
        message: { from, to: to as Address, value, validAfter, validBefore, nonce },
      });
      const { r, s, v } = parseSignature(signature);
      await write('transferWithAuthorization', [from, to, value, validAfter, validBefore, nonce, Number(v), r, s]);
    },
    /** Off: transactions wait for `mine`. */
    automine: async (on: boolean): Promise<void> => void (await request('evm_setAutomine', [on])),
    /** Mines one block, so many seconds after the last one. */
    async mine(seconds = 1): Promise<void> {
      await request('evm_increaseTime', [seconds]);
      await request('evm_mine');
    },
    /** Mines so many blocks, so many seconds apart. */
    mineMany: async (count: number, seconds: number): Promise<void> =>
      void (await request('hardhat_mine', [`0x${count.toString(16)}`, `0x${seconds.toString(16)}`])),
    /** Decides whether queries to the chain over the network are answered. */
    readable(decide: typeof isReadable): void {
      isReadable = decide;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await connection.close();
    },
  };
}
