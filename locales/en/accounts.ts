/** English messages: accounts. */
import { counting } from '#lib/i18n/english.ts';

export const accounts = {
  accounts: {
    noAddress: ({ email }: { email: string }) => `"${email}" is not an e-mail address.`,
    taken: ({ email }: { email: string }) => `There is an account for ${email} already.`,
    unknown: ({ account }: { account: string }) => `There is no account ${account}.`,
    noStep: ({ from, to }: { from: string; to: string }) => `A subscription does not go from ${from} to ${to}.`,
    lastDay: 'A subscription that is being canceled has a last day: say which.',
    changedJustNow: 'The subscription was changed by somebody else just now; check it again.',
    expiry: ({ day }: { day: string }) =>
      `The last day of a key is today or a future day such as 2027-01-31, not "${day}".`,
    keysNeedPro: 'Keys are made for accounts with an active Pro subscription only.',
    keysMax: ({ most }: { most: number }) => `The account already has ${counting(most, 'key')}; revoke one first.`,
    keySentTwice: ({ hint }: { hint: string }) =>
      `The key ${hint} was made when you sent this form before, and was shown then. It cannot be shown again: if you did not copy it, revoke it and make another.`,
    unknownOwnKey: 'Your account has no such key.',
    keyName: ({ most }: { most: number }) => `The name of a key has at most ${counting(most, 'character')}.`,
    passkeyRefused: 'The passkey was not accepted: it is not known here, or the page was open for too long. Try again.',
    noPasskeysHere: 'Passkeys need an address by name, over https; this page was opened by a number or over http.',
    passkeysMax: ({ most }: { most: number }) =>
      `The account already has ${counting(most, 'passkey')}; remove one first.`,
    passkeyKnown: 'This passkey is known already.',
    passkeyName: ({ most }: { most: number }) => `The name of a passkey has at most ${counting(most, 'character')}.`,
    unknownPasskey: 'Your account has no such passkey.',
    mistyped: 'This is not a Firmoteca key, or it was mistyped: its checksum is wrong.',
    agentToken:
      'This is not a Firmoteca key but, by its form, the access token of an agent: those work at the connector (/mcp) only. Programs send a Pro key.',
    demoKey: 'This is the key of the demo country; this installation serves real data.',
    unknownKey: 'This key is not known here.',
    revokedKey: 'This key was revoked.',
    blockedKey: 'The account of this key was blocked by whoever runs this installation.',
    demoAccount: 'The demo account is everybody’s: nobody can change or delete it.',
    expiredKey: 'This key has expired.',
    freeKey: 'Free keys stopped working on 21 August 2026. Subscribe to Pro and make a new key.',
    passwordLength: ({ least, most }: { least: number; most: number }) =>
      `A password must have ${least} to ${most} characters.`,
  },
  errands: {
    tooMany: ({ most }: { most: number }) =>
      `${counting(most, 'request')} of this kind already wait for this person, or were declined, within the last hour.`,
  },
  mail: {
    noAddress: 'This is not an e-mail address that letters can be sent to.',
    testSubject: 'A test of the mail settings',
    testWords: 'Whoever runs this installation of Firmoteca tried whether letters arrive. This one did.',
    greeting: 'Hello,',
    copyAddress: 'If the link does not open, copy this address into your browser:',
    sentBy: ({ site }: { site: string }) =>
      `Sent automatically by Firmoteca${site && `, ${site}`}. This letter has no pictures and does not track whether you read it.`,
  },
  oauth: {
    noApp: 'No such app is connected to the account.',
    requestEnded: 'This request has ended, or was begun in another browser. Begin again in the app.',
    wrongHost:
      'Apps connect at the address of this service only. Whoever runs it sets PUBLIC_URL to the address by which it is reached, and has the proxy before it pass on Host.',
    noPath: 'There is nothing at this address. Apps find their way by /.well-known/oauth-authorization-server.',
    otherMethod: ({ method }: { method: string }) => `This address takes ${method} only.`,
    blocked: 'Requests from this address are blocked.',
    tooMany: 'Too many requests of apps from this address. Retry-After says when to come again.',
  },
  usage: {
    from: ({ problem }: { problem: string }) => `The parameter from ${problem}.`,
    afterTo: 'is after `to`',
    tooLong: ({ days }: { days: number }) => `is more than ${days} days before \`to\``,
    leftOut: ({ lines }: { lines: number }) =>
      `Lines left out, of the oldest days: ${lines}; the total counts them. Ask for fewer days.`,
  },
};
