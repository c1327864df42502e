/** English texts of pages: about. */

export const about = {
  support: {
    title: 'Help',
    lead: 'Answers to frequent questions, and the contact for all others.',
    sections: [
      {
        id: 'data',
        title: 'Something is wrong or missing',
        points: [
          'Each page names its source and day. “Report an error” at its bottom reaches the operator of the service, with the page.',
          'What is wrong in the registry is corrected at the registry, and here with the next load.',
          '“Service status” shows which sources answer now, and how new their data is.',
        ],
      },
      {
        id: 'assistants',
        title: 'The assistant does not connect',
        points: [
          'The address is the one on the page “Assistants”, with `/mcp` at its end. An API key does not work there: the assistant sends you to sign in.',
          'If it asks for a new permission and stops, disconnect it, connect it again and allow what it asks for.',
          '“Too many requests”: an assistant has 30 calls a minute, 60 with Pro. The message says how many seconds to wait.',
          'Which assistants are connected, what they may do and when they last asked stands in the account, under “Apps”.',
        ],
      },
      {
        id: 'account',
        title: 'Account and payment',
        points: [
          'A forgotten password is changed with the e-mail of “Forgot the password”. If none comes, look into the spam folder.',
          'The subscription is stopped in the account; invoices are with the payment provider, one click from the same page.',
          'A lost key is revoked in the account, under “Keys”, and another one created: it cannot be displayed a second time.',
        ],
      },
    ],
    who: 'Write to us',
    operator: 'Operator of this service:',
    noOperator: 'The operator of this installation published no address. “Report an error” reaches them.',
  },
  terms: {
    title: 'Terms of use',
    lead: 'In short: what you get, what is not promised and what you agree to. By using the service you accept them.',
    sections: [
      {
        id: 'data',
        title: 'The data',
        points: [
          'It is what authorities publish: ANAF, ONRC, BNR, SEAP, the Official Gazette. Each answer names its source and day; the source’s licence stays with it.',
          'It is shown as it was published, with the source’s mistakes. Unknown data is marked as unknown.',
          'Verdicts and ratios are computed, with their formula and bounds beside them. They are no legal, tax or investment advice, and no substitute for an official extract.',
        ],
      },
      {
        id: 'use',
        title: 'Use',
        points: [
          'You may read, cite, download and process the data, commercially too, with the source named.',
          'Keep to the limits per minute. Users who evade them or attack the service are blocked.',
          'Data of persons is for legitimate purposes only: checking partners, journalism, research. No lists of persons for advertising, no re-identifying of those who are hidden.',
        ],
      },
      {
        id: 'account',
        title: 'Account, keys and assistants',
        points: [
          'The account is yours: keep its password, passkeys and API keys. What is done with them counts as done by you.',
          'A connected assistant reads in the name of the account, as far as you allowed it. It cannot pay, cannot see a key, and cannot end anything without your confirmation. You disconnect it in the account at any time.',
          'The account is closed at any time, on the page “My data”.',
        ],
      },
      {
        id: 'payment',
        title: 'Payment',
        points: [
          'Pro renews by itself until you stop it; stopped, it goes on to the end of the paid period. Invoices and taxes are the payment provider’s.',
          'A request that is paid by itself (x402) and gets no answer by our fault is not charged.',
        ],
      },
      {
        id: 'liability',
        title: 'Liability',
        points: [
          'The service is offered as it is. There is no promise that a source answers or that a registry is right, and no liability for decisions based on it alone, as far as the law permits.',
          'The terms may change; changes stand in “What’s new”. Romanian law applies.',
        ],
      },
    ],
    who: 'Who answers',
    operator: 'Operator of this service:',
    noOperator: 'The operator of this installation published no address.',
  },
} as const;
