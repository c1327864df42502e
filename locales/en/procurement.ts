/** English messages: procurement. */

export const procurement = {
  procurement: {
    noticeNumber: 'must be the number of a notice: letters and digits, such as CN1062325; until 2018 digits alone',
    cpv: 'must be a CPV code or its first digits, such as 45 or 45000000-7',
    notLoaded: 'This installation has not loaded public procurement data.',
    noneLoaded: ({ records }: { records: string }) => `This installation has not loaded any ${records}.`,
    sortedTable: ({ max }: { max: number }) =>
      `More than ${max} notices match; only the newest ${max} are put in that order, so a table would not have all of them. Narrow the search, or leave out sort.`,
    sortedMax: ({ max }: { max: number }) => `orders at most ${max} notices`,
    callerLeft: 'The connection was closed before the analysis was done.',
    unknownNotice: ({ notice }: { notice: string }) => `No notice has the number ${notice}.`,
    unknownContract: ({ number }: { number: string }) => `No contract has the number ${number}.`,
    unknownReport: ({ id }: { id: string }) => `No report has the identifier ${id}.`,
    wrongOrder: ({ first, problem }: { first: string; problem: string }) => `${first} ${problem}.`,
    unknownTown: ({ text }: { text: string }) => `No supplier is registered in "${text}".`,
    unknownTownNear: ({ text, near }: { text: string; near: string }) =>
      `No supplier is registered in "${text}". Near it: ${near}.`,
    suppliersWithoutTown: ({ count }: { count: number }) =>
      `The town of ${count} ${count === 1 ? 'supplier' : 'suppliers'} under this code is not known: the town filter does not match ${count === 1 ? 'it' : 'them'}.`,
    purchasesWithoutState: ({ count, all }: { count: number; all: number }) =>
      `${count} of ${all} direct purchases counted here ${count === 1 ? 'comes' : 'come'} from a source that does not publish whether the offer was accepted: some may have been refused.`,
    dealsWithoutValue: ({ zero, negative }: { zero: number; negative: number }) =>
      `Counted without a value: ${zero} published as zero, ${negative} published below zero that ${negative === 1 ? 'corrects' : 'correct'} no known record. They add nothing to the sums.`,
    isAfter: ({ last }: { last: string }) => `is after ${last}`,
    isAbove: ({ most }: { most: string }) => `is above ${most}`,
    checkDigit: ({ right }: { right: string }) => `has a wrong check digit: ${right} is right`,
  },
  /** The contents of lists. */
  procurementRecords: {
    notice: 'notices',
    contract: 'contracts',
    purchase: 'direct purchases',
    award: 'award notices of direct purchases',
    report: 'supplier-performance reports',
  },
  /** A company's first steps, in its history. */
  procurementFirsts: {
    contractSigned: 'First public contract signed as authority',
    contractWon: 'First public contract won',
    purchaseMade: 'First direct purchase made',
    purchaseWon: 'First direct purchase won',
    asFarBack: 'Since the beginning of the loaded procurement data.',
  },
  /** Kinds of procedures, in the words of the law. */
  procedureTypes: {
    open: 'Open procedure',
    restricted: 'Restricted procedure',
    competitiveNegotiation: 'Competitive procedure with negotiation',
    negotiationWithNotice: 'Negotiation with prior publication',
    negotiationWithoutNotice: 'Negotiation without prior publication',
    competitiveDialogue: 'Competitive dialogue',
    innovationPartnership: 'Innovation partnership',
    designContest: 'Design contest',
    simplified: 'Simplified procedure',
    ownSimplified: 'The authority’s own simplified procedure',
    requestForQuotations: 'Request for quotations',
    dynamicPurchasing: 'Dynamic purchasing system',
    ownRules: 'The authority’s own rules',
    directPurchase: 'Direct purchase',
    other: 'Another procedure',
  },
  /** How far a procedure has come. */
  noticeStates: {
    published: 'Published',
    ongoing: 'Ongoing',
    suspended: 'Suspended',
    awarded: 'Awarded',
    cancelled: 'Cancelled',
    other: 'Another state',
  },
};
