/** English messages: accounts. */
import { counting } from '#lib/i18n/english.ts';

export const accounts = {
  accounts: {
    noAddress: ({ email }: { email: string }) => `"${email}" is not an e-mail address.`,
    taken: ({ email }: { email: string }) => `There is an account for ${email} already.`,
    unknown: ({ account }: { account: string }) => `There is no account ${account}.`,
    noStep: ({ from, to }: { from: string; to: string }) => `A subscription does not go from ${from} to ${to}.`,
    lastDay: 'A subscription that is being canceled has a last day: say which.',
    changedJustNow: 'The subscription was changed in another place just now; check it again.',
    expiry: ({ day }: { day: string }) =>
      `The last day of a key is today or a future day such as 2027-01-31, not "${day}".`,
    keysNeedPro: 'Only accounts with an active Pro subscription can create keys.',
    keysMax: ({ most }: { most: number }) => `The account already has ${counting(most, 'key')}; revoke one first.`,
    keySentTwice: ({ hint }: { hint: string }) =>
      `The key ${hint} was created and displayed when you sent this form the first time. It cannot be displayed again: if you did not copy it, revoke it and create another.`,
    unknownOwnKey: 'Your account has no such key.',
    keyName: ({ most }: { most: number }) => `The name of a key has at most ${counting(most, 'character')}.`,
    passkeyRefused:
      'The passkey was not accepted: it belongs to no account here, or the page was open for too long. Try again.',
    noPasskeysHere: 'Passkeys need an address by name, over https; this page was opened by a number or over http.',
    passkeysMax: ({ most }: { most: number }) =>
      `The account already has ${counting(most, 'passkey')}; remove one first.`,
    passkeyKnown: 'This passkey is already registered.',
    passkeyName: ({ most }: { most: number }) => `The name of a passkey has at most ${counting(most, 'character')}.`,
    unknownPasskey: 'Your account has no such passkey.',
    mistyped: 'This is not a Firmoteca key, or it was mistyped: its checksum is wrong.',
    agentToken:
      'This is not a Firmoteca key but, by its form, the access token of an agent: those work at the connector (/mcp) only. Programs send a Pro key.',
    demoKey: 'This is the key of the demo country; this installation serves real data.',
    unknownKey: 'This key does not exist here.',
    revokedKey: 'This key was revoked.',
    blockedKey: 'The operator of this installation blocked the account of this key.',
    demoAccount: 'All visitors share the demo account: it cannot be changed or deleted.',
    expiredKey: 'This key has expired.',
    freeKey: 'Free keys stopped working on 21 August 2026. Subscribe to Pro and create a new key.',
    passwordLength: ({ least, most }: { least: number; most: number }) =>
      `A password must have ${least} to ${most} characters.`,
    passwordCommon: 'This password is among the first that attackers try. Choose another one, such as a sentence.',
  },
  approvals: {
    tooMany: ({ most }: { most: number }) =>
      `${counting(most, 'request')} of this kind already wait for this person, or were declined, within the last hour.`,
  },
  mail: {
    noAddress: 'E-mail cannot be sent to this address.',
    testSubject: 'A test of the mail settings',
    testWords: 'The operator of this installation of Firmoteca sent this message to test e-mail delivery.',
    greeting: 'Hello,',
    copyAddress: 'If the link does not open, copy this address into your browser:',
    sentBy: ({ site }: { site: string }) =>
      `Sent automatically by Firmoteca${site && `, ${site}`}. This message has no pictures and does not track whether you read it.`,
  },
  oauth: {
    noApp: 'No such app is connected to the account.',
    requestEnded: 'This request has ended, or was begun in another browser. Begin again in the app.',
    wrongHost:
      'Apps connect at the public address of this service only. The operator sets PUBLIC_URL to that address and configures the proxy in front to pass on Host.',
    noPath: 'There is nothing at this address. /.well-known/oauth-authorization-server lists the addresses for apps.',
    otherMethod: ({ method }: { method: string }) => `This address accepts ${method} only.`,
    blocked: 'Requests from this address are blocked.',
    tooMany: 'Too many requests of apps from this address. Try again after Retry-After.',
  },
  usage: {
    from: ({ problem }: { problem: string }) => `The parameter from ${problem}.`,
    afterTo: 'is after `to`',
    tooLong: ({ days }: { days: number }) => `is more than ${days} days before \`to\``,
    leftOut: ({ lines }: { lines: number }) =>
      `Lines left out, of the oldest days: ${lines}; the total counts them. Ask for fewer days.`,
  },
};
