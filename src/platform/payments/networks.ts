/** The supported networks, each with its USDC contract and a public server of its chain. */

export interface Network {
  /** Name in version 1 of the protocol. */
  name: string;
  /** CAIP-2 id, the name in version 2. */
  id: `eip155:${number}`;
  /** Contract of USDC. */
  asset: string;
  /** The token's EIP-712 domain, which payers sign. The names differ between the two networks. */
  token: { name: string; version: string };
  test: boolean;
  /** Default JSON-RPC server. */
  rpcUrl: string;
}

/** USDC counts in millionths of a dollar. */
export const DECIMALS = 6;

const NETWORKS: readonly Network[] = [
  {
    name: 'base',
    id: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    token: { name: 'USD Coin', version: '2' },
    test: false,
    rpcUrl: 'https://mainnet.base.org',
  },
  {
    name: 'base-sepolia',
    id: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    token: { name: 'USDC', version: '2' },
    test: true,
    rpcUrl: 'https://sepolia.base.org',
  },
];

export const networkNames: readonly string[] = NETWORKS.map(({ name }) => name);

/** Null if a name is unknown. */
export function networksOf(names: readonly string[]): Network[] | null {
  const networks = names.map((name) => NETWORKS.find((network) => network.name === name));
  return networks.every((network) => network !== undefined) ? networks : null;
}
