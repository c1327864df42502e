/** Lists what this installation lacks for a public directory of connectors, and creates the account for its reviewers. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#data/store/database.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { accountRow } from '#platform/accounts/accounts-table.ts';
import { recordEvent } from '#platform/accounts/events.ts';
import { keysWork } from '#platform/accounts/subscription.ts';
import { listingOf } from '#server/compose/agents.ts';
import type { Config } from '#server/config/config.ts';
import { SERVER_JSON } from '#transports/mcp/routes/listing.ts';
import { to } from '#transports/web/addresses.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { runVerb, textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Prepare the connector for public directories: what is missing, and an account for their reviewers.',
  usage: [
    'agents listing [--reviewer ADDRESS] [--json]   the requirements of directories, and whether they are met; 1 when one is not',
    'agents reviewer ADDRESS [--json]               creates an account with Pro and a password, printed once, without a second factor',
  ],
  options: { reviewer: { type: 'string' }, json: { type: 'boolean' } },
  run: (call) => runVerb(call, { listing, reviewer }),
};

interface Item {
  item: string;
  isThere: boolean;
  /** Its location, or the advice. */
  more: string;
}

async function listing(call: CommandCall, state: Database, rest: string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError('listing takes options only.');
  const items = [...settingItems(call.config), await reviewerItem(state, textOf(call, 'reviewer'))];
  const isReady = items.every(({ isThere }) => isThere);
  if (call.options.json) print({ ready: isReady, items });
  else {
    for (const { item, isThere, more } of items) print(`${isThere ? 'there  ' : 'MISSING'}  ${item.padEnd(18)}${more}`);
    print(isReady ? '\nIt can be submitted.' : '\nIt cannot be listed yet.');
  }
  return isReady ? 0 : 1;
}

function settingItems(config: Config): Item[] {
  const { publicUrl, isDemo, proofs, path } = listingOf(config);
  const isPublic = publicUrl?.startsWith('https://') ?? false;
  const at = (path: string): string => `${publicUrl ?? ''}${path}`;
  const page = (item: string, path: string): Item => ({ item, isThere: isPublic, more: at(path) });
  return [
    {
      item: 'real data',
      isThere: !isDemo,
      more: isDemo
        ? 'Invented companies are in no directory: FIRMOTECA_COUNTRY=romania, then setup.'
        : 'FIRMOTECA_COUNTRY=romania',
    },
    { item: 'public address', isThere: isPublic, more: isPublic ? at(path) : 'Set PUBLIC_URL to an https address.' },
    { item: 'contact', isThere: config.contact !== null, more: config.contact ?? 'Set FIRMOTECA_CONTACT.' },
    {
      item: 'letters',
      isThere: sendsEmails(config),
      more: sendsEmails(config)
        ? 'people can sign up'
        : 'Set SMTP_URL and MAIL_FROM: without e-mail no one can sign up.',
    },
    page('terms', to('terms', 'en')),
    page('privacy', to('privacy', 'en')),
    page('support', to('support', 'en')),
    page('icon', '/icon-512.png'),
    page('server.json', SERVER_JSON),
    {
      item: 'proof of domain',
      isThere: proofs.openai !== null || proofs.registry !== null,
      more: 'FIRMOTECA_OPENAI_CHALLENGE (ChatGPT), FIRMOTECA_MCP_REGISTRY_AUTH (MCP registry): what the directory gives you.',
    },
  ];
}

const sendsEmails = ({ mail: { by } }: Config): boolean => by !== null && by !== 'outbox';

/** An account with a password and Pro, for sign-in without a second factor. */
async function reviewerItem(state: Database, email: string | null): Promise<Item> {
  const item = 'reviewer account';
  if (email === null)
    return { item, isThere: false, more: 'Make one with agents reviewer ADDRESS; then --reviewer ADDRESS.' };
  const row = await accountRow(state, email.toLowerCase(), new Date().toISOString());
  const isThere = row !== null && row.has_password === 1 && row.blocked_at === null && keysWork(row, Date.now());
  return {
    item,
    isThere,
    more: isThere ? email : `${email} has no account with a password and Pro: agents reviewer ADDRESS.`,
  };
}

async function reviewer(call: CommandCall, state: Database, [email, ...more]: string[]): Promise<number> {
  if (email === undefined || more.length > 0) throw new UsageError('Say the address of the reviewers’ account.');
  const password = randomBytes(15).toString('base64url');
  const now = Date.now();
  const account = await createAccount(state, { email, password }, now);
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, now);
  await state.write([recordEvent(account, 'created', now), recordEvent(account, 'planGranted', now)]);
  if (call.options.json) print({ account, email, password });
  else
    print(
      `Account ${account} for ${email}, with Pro.\nPassword, printed only once: ${password}\nGive both to the directory; block the account when the review is over.`,
    );
  return 0;
}
