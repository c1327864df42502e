/** The networks on which we take payments, each with its USDC: what an offer says, and where the chain can be read. */

export interface Network {
  /** As version 1 of the protocol calls it. */
  name: string;
  /** CAIP-2, as version 2 calls it. */
  id: `eip155:${number}`;
  /** The contract of USDC there. */
  asset: string;
  /** The token's EIP-712 domain, which payers sign; the names really differ between the two networks. */
  token: { name: string; version: string };
  /** Money of a test network is worth nothing. */
  test: boolean;
  /** Where it can be read. */
  rpcUrl: string;
}

/** USDC counts in millionths of a dollar. */
export const DECIMALS = 6;

const known: readonly Network[] = [
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

export const networkNames: readonly string[] = known.map(({ name }) => name);

/** The networks of a list of names; null when one of them is not known. */
export function networksOf(names: readonly string[]): Network[] | null {
  const found = names.map((name) => known.find((network) => network.name === name));
  return found.every((network) => network !== undefined) ? found : null;
}
