/** English texts of emails about accounts. */

export const emails = {
  account: {
    signUp: {
      subject: 'Your Firmoteca account',
      paragraphs: ['An account was requested for this address, probably by you. Choose a password to open it.'],
      label: 'Open the account',
      closing: [
        'The link works once, for 24 hours.',
        'If you did not ask for an account, do nothing: without this link none is opened.',
      ],
    },
    signUpKnown: {
      subject: 'You already have a Firmoteca account',
      paragraphs: [
        'An account was requested for this address, probably by you. There is one already: sign in with its password.',
        'If you forgot it, choose another with the link below.',
      ],
      label: 'Choose a new password',
      closing: [
        'The link works once, for one hour.',
        'If you did not request this, ignore this message: the account does not change.',
      ],
    },
    reset: {
      subject: 'A new password for your Firmoteca account',
      paragraphs: ['A new password was requested for the account with this address, probably by you.'],
      label: 'Choose the new password',
      closing: [
        'The link works once, for one hour. With the new password all open sessions end.',
        'If you did not request this, ignore this message: the password does not change.',
      ],
    },
    resetUnknown: {
      subject: 'There is no Firmoteca account with this address',
      paragraphs: [
        'A new password was requested for an account with this address, probably by you. There is no such account: you may have opened yours with another address.',
        'If you want an account with this address, you can open it now.',
      ],
      label: 'Open an account',
      closing: ['The link works once, for 24 hours.', 'If you did not request this, ignore this message.'],
    },
    email: {
      subject: 'Confirm the new address of your Firmoteca account',
      paragraphs: ['You requested this address for your account. It changes once you confirm it while signed in.'],
      label: 'Confirm the address',
      closing: [
        'The link works once, for one hour.',
        'If you did not request this, ignore this message: your address was typed by mistake.',
      ],
    },
    emailTaken: {
      subject: 'Your address already has a Firmoteca account',
      paragraphs: [
        'Another account requested this address. The address already has its own account, so nothing was changed.',
        'If it was you, delete one of the two accounts first.',
      ],
      label: 'Sign in',
    },
  },
  notices: {
    emailAsked: {
      subject: 'A new address was requested for your Firmoteca account',
      paragraphs: [
        'A change of the e-mail address was requested from your account. The present address stays until the new one is confirmed.',
        'If it was not you, change the password at once: all sessions end with it.',
      ],
      label: 'Security of the account',
    },
    emailChanged: {
      subject: 'The address of your Firmoteca account has changed',
      paragraphs: [
        'Your account has another e-mail address from now on. We write to this one no more.',
        'If it was not you, contact the operator of the service at once.',
      ],
      label: 'Firmoteca',
    },
    passwordSet: {
      subject: 'The password of your Firmoteca account has changed',
      paragraphs: [
        'Your account has a new password. All other sessions have ended. Connected apps and API keys go on working: look through them in your account.',
        'If it was not you, request a new password at once: the link is sent to this address.',
      ],
      label: 'Ask for another password',
    },
    keyMade: {
      subject: 'A new API key in your Firmoteca account',
      paragraphs: [
        'An API key was created in your account. Its holder sends requests in the name of the account.',
        'If it was not you, revoke the key and change the password at once.',
      ],
      about: 'The key:',
      label: 'Keys of the account',
    },
    keyRevoked: {
      subject: 'An API key of your Firmoteca account was revoked',
      paragraphs: [
        'An API key of your account was revoked. Programs that used it get nothing any more.',
        'If it was not you, change the password at once and look through the connected apps.',
      ],
      about: 'The key:',
      label: 'Keys of the account',
    },
    appConnected: {
      subject: 'An app was connected to your Firmoteca account',
      paragraphs: [
        'An app was connected to your account.',
        'The address gets the access; the name in brackets is the word of the app. This is what it may do:',
      ],
      about: 'The app:',
      label: 'Connected apps',
      closing: ['If it was not you, disconnect the app and change the password at once.'],
    },
    passkeyAdded: {
      subject: 'A new passkey in your Firmoteca account',
      paragraphs: [
        'A passkey was added to your account. It opens the account without the password.',
        'If it was not you, remove it and change the password at once.',
      ],
      label: 'Security of the account',
    },
    passkeyRemoved: {
      subject: 'A passkey was removed from your Firmoteca account',
      paragraphs: [
        'A passkey was removed from your account. It does not open the account any more.',
        'If it was not you, change the password at once: all sessions end with it.',
      ],
      label: 'Security of the account',
    },
  },
  /** Sent instead of notices beyond the limit: an attacker who creates twenty keys must not hide the next one. */
  manyNotices: {
    subject: 'Much was done in your Firmoteca account',
    paragraphs: [
      'More is being changed in your account than we can write about one by one. For the next hour we do not write about each; all of it is in the list in your account.',
      'If it was not you, change the password at once and revoke the keys that you do not recognise.',
    ],
    label: 'What was done in the account',
  },
  passkeys: {
    retained: (names: string) =>
      `The passkeys of the account stay valid: ${names}. If one of them is not yours, remove it in the account.`,
    removed: (names: string) =>
      `The passkeys of the account were removed: ${names}. You can add yours again, in the account.`,
  },
  signInPage: 'The page to sign in:',
} as const;
