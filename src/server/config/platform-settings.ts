/** The settings of agents, pages, email and the payment provider. */

import { readFileSync } from 'node:fs';
import { storedLimits } from '#api/network-limits.ts';
import { REQUESTS_DAYS } from '#platform/privacy/reader-requests.ts';
import {
  address,
  httpAddress,
  list,
  oneOf,
  optional,
  proPrice,
  sender,
  setting,
  smtpAddress,
  whole,
  wrong,
} from './setting-readers.ts';

export const agentSettings = {
  FIRMOTECA_AGENT_ORIGINS: setting(
    '',
    (value, name) => list(value).map((each) => new URL(httpAddress(each, name)).origin),
    'Origins, by commas, of web pages that may speak to the connector for agents, beside our own. Hosts that call from their servers need none.',
  ),
  FIRMOTECA_OPENAI_CHALLENGE: setting(
    '',
    optional,
    'Text that OpenAI gives you when you submit the connector: served at `/.well-known/openai-apps-challenge`.',
  ),
  FIRMOTECA_MCP_REGISTRY_AUTH: setting(
    '',
    optional,
    'Line that proves your domain to the MCP registry (`v=MCPv1; k=ed25519; p=…`): served at `/.well-known/mcp-registry-auth`.',
  ),
} as const;

export const pageSettings = {
  FIRMOTECA_PRO_PRICE: setting(
    '',
    proPrice,
    'What Pro costs here, as the page of prices tells it: `49 RON/month`, `500 EUR/year`. Default: that page says that you tell the price.',
  ),
  FIRMOTECA_REQUESTS_DAYS: setting(
    String(REQUESTS_DAYS),
    whole(1, 3_650),
    'Days for which requests of readers (to hide a person, to mend a record) are kept after you answered them. Those that wait are never deleted.',
  ),
} as const;

export const mailSettings = {
  SMTP_URL: setting(
    '',
    smtpAddress,
    'The mail server: `smtps://user@mail.example.ro` (TLS from the start, port 465) or `smtp://user@mail.example.ro` (STARTTLS, port 587). Needs `MAIL_FROM` and `PUBLIC_URL`. Default: no mail is sent, and pages that need it say so. The demo sends none.',
  ),
  SMTP_PASSWORD_FILE: setting(
    '',
    optional,
    'File with the password of the user in `SMTP_URL`, read at every connection. It may stand in `SMTP_URL` instead.',
  ),
  SMTP_TLS: setting(
    'required',
    oneOf('required', 'none'),
    '`none`: `smtp://` speaks in the clear, for a server in a network of your own. One on this machine is spoken to so anyway.',
  ),
  MAIL_FROM: setting('', sender, 'Who letters come from: `Firmoteca <firmoteca@example.ro>`, or the address alone.'),
  MAIL_HOUR_MAX: setting(
    String(storedLimits.letters.total),
    whole(1, 1_000_000),
    'Letters that are queued in an hour at most: what readers ask for, and as many again that tell of what happened in their accounts.',
  ),
} as const;

export const billingSettings = {
  STRIPE_SECRET_KEY: setting(
    '',
    optional,
    'Secret or restricted key of your Stripe account: Pro is sold through it ([how](billing.md)). Needs `STRIPE_WEBHOOK_SECRET`, `FIRMOTECA_PRO_PRICE` and `PUBLIC_URL`. Default: nothing is sold, plans are granted by command. The demo plays the provider itself.',
  ),
  STRIPE_SECRET_KEY_FILE: setting('', secretFile, 'File that holds it instead, readable by the user of the service.'),
  STRIPE_WEBHOOK_SECRET: setting(
    '',
    optional,
    'Signing secret of the webhook that you made at Stripe for `/billing/webhook`.',
  ),
  STRIPE_WEBHOOK_SECRET_FILE: setting('', secretFile, 'File that holds it instead.'),
  STRIPE_PRICE_ID: setting(
    '',
    priceId,
    'A recurring price that you made at Stripe, of the amount in `FIRMOTECA_PRO_PRICE`. Default: that amount stands in each checkout.',
  ),
  STRIPE_TAX: setting(
    'no',
    oneOf('no', 'yes'),
    '`yes`: Stripe Tax adds what the customer’s address asks for, and checkouts ask for tax numbers. To be turned on there first.',
  ),
  STRIPE_API_URL: setting('', address, 'Stripe’s interface, instead of the real one: for tests.'),
} as const;

/** The content of the file. An error never contains a secret. */
function secretFile(path: string, name: string): string | null {
  if (path === '') return null;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw wrong(name, 'a file that can be read');
  }
}

function priceId(value: string, name: string): string | null {
  if (value !== '' && !/^[A-Za-z0-9_]{3,100}$/.test(value))
    throw wrong(name, 'the id of a price, such as price_1Pgafm…');
  return optional(value);
}
