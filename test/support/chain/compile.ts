/** Compiles the contracts of the local chain; the result is stored beside the source, and a test compares them. Run it to update. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const KEPT = new URL('./code.json', import.meta.url);

/** Deployed bytecode by contract name. */
type Code = Record<'Token' | 'Multicall', `0x${string}`>;

export const keptCode = (): Code => JSON.parse(readFileSync(KEPT, 'utf8')) as Code;

export function compiledCode(): Code {
  // Loading takes three seconds, so only for a compilation.
  const require = createRequire(import.meta.url);
  const solc = require('solc') as { compile(input: string): string };
  const content = readFileSync(new URL('./token.sol', import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { 'token.sol': { content } },
    settings: {
      optimizer: { enabled: true },
      // Otherwise the bytecode ends with a digest of the source text, comments included.
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  };
  const { contracts, errors } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts?: { 'token.sol': Record<keyof Code, { evm: { deployedBytecode: { object: string } } }> };
    errors?: unknown;
  };
  if (!contracts) throw new Error(JSON.stringify(errors));
  const code = (name: keyof Code): `0x${string}` => `0x${contracts['token.sol'][name].evm.deployedBytecode.object}`;
  return { Token: code('Token'), Multicall: code('Multicall') };
}

if (import.meta.main) writeFileSync(KEPT, `${JSON.stringify(compiledCode(), null, 2)}\n`);
