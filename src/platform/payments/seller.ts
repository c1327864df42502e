/** Seller settings: payee, networks, prices and facilitator, checked together. */
import { type Chain, chain } from './chain.ts';
import { type Facilitator, type FacilitatorAddress, facilitator } from './facilitator.ts';
import { type Network, networksOf } from './networks.ts';
import type { PriceList } from './prices.ts';

export interface Seller {
  /** The address that receives the money. Its private key is never needed here. */
  payee: string;
  networks: readonly Network[];
  prices: PriceList;
  facilitator: FacilitatorAddress;
}

/** An address without a key; the demo's money is worthless. */
const DEMO_PAYEE = '0x000000000000000000000000000000000000dEaD';

/** The x402 foundation's facilitator for test networks. */
const TEST_FACILITATOR = 'https://x402.org/facilitator';

export interface SellerSettings {
  isDemo: boolean;
  payee: string | null;
  /** Empty for the default. */
  networks: readonly Network[];
  facilitatorUrl: string | null;
  token: string | null;
  /** In the order of the networks. */
  rpcUrls: readonly string[];
  prices: PriceList;
}

/** Null: nothing is sold. `wrong` creates the error for settings that contradict each other. */
export function sellerOf(settings: SellerSettings, wrong: (name: string, expected: string) => Error): Seller | null {
  const { isDemo, payee, facilitatorUrl, token, rpcUrls, prices } = settings;
  if (!isDemo && payee === null) return null;
  const defaults = networksOf([isDemo ? 'base-sepolia' : 'base']) ?? [];
  const networks = settings.networks.length > 0 ? settings.networks : defaults;
  const isReal = networks.some(({ test }) => !test);
  if (isDemo && isReal) throw wrong('FIRMOTECA_X402_NETWORKS', 'base-sepolia: the demo is sold for play money only');
  if (isReal && networks.some(({ test }) => test))
    throw wrong(
      'FIRMOTECA_X402_NETWORKS',
      'networks of real money or of play money, not both: callers choose the network',
    );
  if (isReal) checkReal(payee, facilitatorUrl, wrong);
  return {
    payee: payee ?? DEMO_PAYEE,
    networks: networks.map((network, i) => ({ ...network, rpcUrl: rpcUrls[i] ?? network.rpcUrl })),
    prices,
    facilitator: { url: facilitatorUrl ?? TEST_FACILITATOR, token },
  };
}

/** Addresses without a key. */
const BURN_ADDRESS = /^0x0{36}(0{4}|dead)$/i;

function checkReal(payee: string | null, url: string | null, wrong: (name: string, expected: string) => Error): void {
  if (url === null || url.replace(/\/$/, '') === TEST_FACILITATOR)
    throw wrong('FIRMOTECA_X402_FACILITATOR_URL', 'the address of a facilitator that settles on base');
  const { protocol, hostname } = new URL(url);
  // Without TLS an attacker on the network could report settlements.
  if (protocol !== 'https:' && !['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
    throw wrong('FIRMOTECA_X402_FACILITATOR_URL', 'an https address, or one of this machine');
  if (payee !== null && BURN_ADDRESS.test(payee))
    throw wrong('FIRMOTECA_X402_PAYEE', 'an address that somebody has the key to');
}

/** The facilitator, and the chains by network id. */
export const settlers = (seller: Seller): { facilitator: Facilitator; chains: ReadonlyMap<string, Chain> } => ({
  facilitator: facilitator(seller.facilitator),
  chains: new Map(seller.networks.map((network) => [network.id, chain(network, seller.payee)])),
});
