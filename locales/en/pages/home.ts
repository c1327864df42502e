/** English texts of pages: home. */

export const home = {
  questions: {
    question: 'What would you like to know?',
    open: ['open tender', 'open tenders'],
    tenders: (open: string) => `${open}, the soonest deadlines first.`,
    tendersUnknown: 'Notices with deadline, documents and verified signatures.',
    euro: (value: string, day: string) => `€1 = RON ${value}, National Bank, ${day}.`,
    euroUnknown: 'Rates of the National Bank, converter and history.',
    questions: {
      bulk: ['Are my suppliers in order?', 'VAT, inactive firms, e-Invoice and insolvency for a list of codes.'],
      tenders: ['Which tenders are open?', null],
      markets: ['Who wins in my market?', 'Values, competition and buyers by CPV code.'],
      search: ['Which firms does a person have?', 'Roles, firms, and how sure it is that it is the same person.'],
      treasury: ['Which treasury IBAN do I use?', 'Accounts by tax and place, check digits verified.'],
      rates: ['What is the rate today?', null],
    },
  },
  page: {
    title: 'Companies of Romania: status, VAT, accounts, public procurement',
    promise: 'What we know about any company. And how sure we are.',
    what: 'Trade registry, tax office, accounts, public procurement and the Official Gazette, each with its source and date. Free, without an account.',
  },
  sampleVerdicts: {
    title: 'A verdict also says how sure it is',
    why: 'Public accounts do not show when debts fall due, nor interest. So the score is an interval, not a bare number.',
    certain: 'Certain.',
    uncertain: 'Uncertain.',
    ruled: 'Score uncertain, verdict certain.',
    lowered: 'Good score, verdict lowered.',
    zones: { distress: 'distress', grey: 'grey', safe: 'safe' },
    within: (zone: string) => `The whole range lies in the ${zone} zone.`,
    across: (from: string, into: string) => `The range crosses from the ${from} zone into the ${into} one.`,
  },
  sourcesToday: {
    title: 'Sources, today',
    what: {
      onrc: 'registry of firms, complete file',
      anaf: 'VAT, inactive firms, e-Invoice: queried live',
      bilant: 'yearly accounts',
      seap: 'tenders, contracts, purchases',
      gazette: 'published decisions',
      'import:debts': 'quarterly list',
      bnr: 'exchange rates',
    },
    never: 'not queried yet',
    current: 'in time',
    late: 'late',
    unknown: 'day unknown',
    all: 'All sources',
  },
} as const;
