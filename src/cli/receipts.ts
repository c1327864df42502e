/** Rotates the key that signs receipts, and lists all keys that did. */
import { receiptKeys } from '#domain/receipts/receipt-keys.ts';
import { loadSecrets, rotateReceiptKey } from '#server/secrets.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Change the key that signs receipts, or list the keys.',
  usage: ['receipts rotate [--json]', 'receipts keys [--json]'],
  options: { json: { type: 'boolean' } },
  async run(call) {
    const [verb = ''] = call.words;
    if (verb === 'rotate') return rotate(call);
    if (verb === 'keys') return list(call);
    throw new UsageError('Say rotate or keys.');
  },
};

function rotate({ config, options }: CommandCall): number {
  const rotated = rotateReceiptKey(config.secretsFile, new Date().toISOString());
  const { kid } = receiptKeys(() => rotated).signing();
  if (options.json) print({ kid, keysBefore: rotated.receiptKeysBefore?.length ?? 0 });
  else
    print(
      `Receipts are signed with key ${kid} from now on; a running service takes it up within seconds. Receipts of earlier keys stay valid. Back up the secrets: ${config.secretsFile}`,
    );
  return 0;
}

function list({ config, options }: CommandCall): number {
  const keys = receiptKeys(() => loadSecrets(config.secretsFile));
  const rows = keys.all().map(({ kid, x }) => ({ kid, x, retiredAt: keys.find(kid)?.retiredAt ?? null }));
  if (options.json) print(rows);
  else for (const { kid, retiredAt } of rows) print(`${kid}  ${retiredAt === null ? 'signs' : `until ${retiredAt}`}`);
  return 0;
}
