/** What every operation takes and tells. `npm run generate` writes this from the declarations of the operations: change those. */

export interface Operations {
  /** Company by fiscal code: `GET /api/company/{cui}`. */
  getCompany: {
    input: { cui: string; date?: string | undefined; receipt?: boolean | undefined };
    data: Company;
    preview: never;
    meta: Meta & { receipt?: string | null };
    kind: 'record';
    table: false;
  };
  /** Up to 100 companies at once: `POST /api/company/batch`. */
  getCompanies: {
    input: { cuis: string[]; date?: string; receipt?: boolean };
    data: BatchRow[];
    preview: never;
    meta: Meta;
    kind: 'records';
    table: true;
  };
  /** Financial data of the last 8 years: `GET /api/company/{cui}/financials`. */
  getFinancials: {
    input: { cui: string };
    data: Balance[];
    preview: never;
    meta: Meta & { financialsExpectedYears: number[]; financialsCoveredYears: number[]; financialsMissingYears: number[] };
    kind: 'plain';
    table: true;
  };
  /** Balance sheet of one year: `GET /api/company/{cui}/balance/{year}`. */
  getBalance: {
    input: { cui: string; year: number };
    data: Balance;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Financial health: `GET /api/company/{cui}/health`. */
  getHealth: {
    input: { cui: string };
    data: Health;
    preview: HealthPreview;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** What happened to the company, and when: `GET /api/company/{cui}/timeline`. */
  getTimeline: {
    input: { cui: string; limit?: number | undefined; cursor?: string | undefined };
    data: TimelineEvent[] | null;
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Check a receipt: `POST /api/receipts/verify`. */
  verifyReceipt: {
    input: { receipt: string };
    data: ReceiptCheck;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Related companies: `GET /api/company/{cui}/related`. */
  getRelated: {
    input: { cui: string; kind?: "administrator" | "shareholder" | "owner" | "address" | "insolvencyPractitioner" | "representative" | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: RelatedCompany[];
    preview: never;
    meta: Meta & { omitted: number; omittedKinds: ("insolvencyPractitioner" | "representative")[] };
    kind: 'pages';
    table: true;
  };
  /** Representatives of the company and their other companies: `GET /api/company/{cui}/network`. */
  getNetwork: {
    input: { cui: string };
    data: Network;
    preview: Network;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Search people: `GET /api/search/people`. */
  searchPeople: {
    input: { q: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: PersonRow[];
    preview: PersonRow[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Person: `GET /api/person/{id}`. */
  getPerson: {
    input: { id: string };
    data: Person;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Companies of a person: `GET /api/person/{id}/companies`. */
  getPersonCompanies: {
    input: { id: string; limit?: number | undefined; cursor?: string | undefined };
    data: PersonCompany[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Companies of a county: `GET /api/firme/{judet}`. */
  getCountyCompanies: {
    input: { judet: string; caen?: string | undefined; caenRevision?: number | undefined; status?: "active" | "all" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: CompanyRow[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Companies of a town: `GET /api/firme/{judet}/{oras}`. */
  getLocalityCompanies: {
    input: { judet: string; oras: string; caen?: string | undefined; caenRevision?: number | undefined; status?: "active" | "all" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: CompanyRow[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** One decision of the Official Gazette: `GET /api/decisions/{id}`. */
  getDecision: {
    input: { id: string };
    data: Decision;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Official Gazette decisions of a company: `GET /api/company/{cui}/decisions`. */
  getCompanyDecisions: {
    input: { cui: string; limit?: number | undefined; cursor?: string | undefined };
    data: Decision[] | null;
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Positions in the rankings: `GET /api/company/{cui}/leaderboard`. */
  getLeaderboard: {
    input: { cui: string };
    data: Leaderboard;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** The market in numbers: `GET /api/statistica`. */
  getMarket: {
    input: Record<never, never>;
    data: Market;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Top companies: `GET /api/statistica/top-companies`. */
  getTopCompanies: {
    input: { year?: number | undefined; metric?: "cifra" | "profit" | "angajati" | undefined; slice?: "national" | "judet" | "caen" | undefined; value?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: RankingRow[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Years with rankings: `GET /api/statistica/leaderboard-years`. */
  getLeaderboardYears: {
    input: Record<never, never>;
    data: number[];
    preview: never;
    meta: Meta;
    kind: 'plain';
    table: false;
  };
  /** Rankings by financial ratios: `GET /api/statistica/advanced-rankings`. */
  getAdvancedRankings: {
    input: { year?: number | undefined };
    data: AdvancedRankings;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Benchmarks of activities: `GET /api/benchmarks/live`. */
  getBenchmarks: {
    input: { caen?: string | undefined; caenRevision?: number | undefined; year?: number | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: Benchmark[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** An activity’s companies and statistics: `GET /api/caen/{code}/hub`. */
  getCaenHub: {
    input: { code: string; revision?: number | undefined };
    data: CaenHub;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Public procurement at a glance: `GET /api/company/{cui}/seap`. */
  getCompanySeap: {
    input: { cui: string };
    data: ProcurementPreview | null;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Search in notices: `GET /api/sicap/tenders/search`. */
  searchTenders: {
    input: { q?: string | undefined; cpv?: string[] | undefined; authorityCui?: string | undefined; from?: string | undefined; to?: string | undefined; deadlineFrom?: string | undefined; deadlineTo?: string | undefined; state?: "open" | "published" | "ongoing" | "suspended" | "awarded" | "cancelled" | "other" | undefined; procedure?: ("open" | "restricted" | "competitiveNegotiation" | "negotiationWithNotice" | "negotiationWithoutNotice" | "competitiveDialogue" | "innovationPartnership" | "designContest" | "simplified" | "ownSimplified" | "requestForQuotations" | "dynamicPurchasing" | "ownRules" | "directPurchase" | "other")[] | undefined; county?: string[] | undefined; minValue?: number | undefined; maxValue?: number | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; sort?: "relevance" | "newest" | "deadline" | "value" | undefined; facets?: boolean | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: Notice[];
    preview: never;
    meta: Meta & { readAs?: ("words" | "noticeNumber" | "cpv" | "cui")[]; facets?: NoticeFacets };
    kind: 'pages';
    table: true;
  };
  /** One notice: `GET /api/sicap/tender/{notice}`. */
  getTender: {
    input: { notice: string };
    data: Notice;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Newest procedures with documentation: `GET /api/sicap/procedures`. */
  getProcedures: {
    input: { state?: "available" | "partial" | "collecting" | "failed" | "announced" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: Notice[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Procedures of a company: `GET /api/sicap/company/{cui}/procedures`. */
  getCompanyProcedures: {
    input: { cui: string; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: Notice[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Contracts of a company: `GET /api/seap/company/{cui}/contracts`. */
  getCompanyContracts: {
    input: { cui: string; role?: "authority" | "supplier" | "both" | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; cpv?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined; authorityCui?: string | undefined; supplierCui?: string | undefined; authorityCounty?: string | undefined; supplierCounty?: string | undefined; minValue?: number | undefined; maxValue?: number | undefined; sort?: "date" | "value" | undefined };
    data: Contract[];
    preview: Contract[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Whether a company appears in contracts: `GET /api/seap/company/{cui}/contracts/check`. */
  checkCompanyContracts: {
    input: { cui: string };
    data: ContractsCheck;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Direct purchases of a company: `GET /api/seap/company/{cui}/direct-purchases`. */
  getCompanyDirectPurchases: {
    input: { cui: string; role?: "authority" | "supplier" | "both" | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; cpv?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: DirectPurchase[];
    preview: DirectPurchase[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Direct-purchase award notices of a company: `GET /api/seap/company/{cui}/direct-purchase-awards`. */
  getCompanyDirectPurchaseAwards: {
    input: { cui: string; role?: "authority" | "supplier" | "both" | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; cpv?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: DirectPurchaseAward[];
    preview: DirectPurchaseAward[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Tenders announced by an authority: `GET /api/seap/company/{cui}/tenders`. */
  getCompanyTenders: {
    input: { cui: string; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: Notice[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Performance reports of a supplier: `GET /api/seap/company/{cui}/supplier-issues`. */
  getSupplierIssues: {
    input: { cui: string; onlyDamages?: boolean | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: SupplierReport[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** One performance report: `GET /api/seap/supplier-issues/{ackDocId}`. */
  getSupplierIssue: {
    input: { ackDocId: string };
    data: SupplierReport;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** One contract: `GET /api/seap/contracts/{number}`. */
  getContract: {
    input: { number: string; authorityCui?: string | undefined };
    data: ContractInFull;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Contracts by CPV: `GET /api/seap/cpv/{cpv}/contracts`. */
  getCpvContracts: {
    input: { cpv: string; supplierCity?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined; authorityCui?: string | undefined; supplierCui?: string | undefined; authorityCounty?: string | undefined; supplierCounty?: string | undefined; minValue?: number | undefined; maxValue?: number | undefined; sort?: "date" | "value" | undefined };
    data: Contract[];
    preview: Contract[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Direct purchases by CPV: `GET /api/seap/cpv/{cpv}/direct-purchases`. */
  getCpvDirectPurchases: {
    input: { cpv: string; supplierCity?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: DirectPurchase[];
    preview: DirectPurchase[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Direct-purchase award notices by CPV: `GET /api/seap/cpv/{cpv}/direct-purchase-awards`. */
  getCpvDirectPurchaseAwards: {
    input: { cpv: string; supplierCity?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; valueNote?: "zeroPublished" | "negativePublished" | undefined; limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined };
    data: DirectPurchaseAward[];
    preview: DirectPurchaseAward[];
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Top suppliers by CPV: `GET /api/seap/cpv/{cpv}/top-suppliers`. */
  getCpvTopSuppliers: {
    input: { cpv: string; supplierCity?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; limit?: number | undefined };
    data: TopSupplier[];
    preview: never;
    meta: Meta;
    kind: 'plain';
    table: true;
  };
  /** Analysis by CPV: `GET /api/seap/cpv/{cpv}/analysis`. */
  getCpvAnalysis: {
    input: { cpv: string; dateFrom?: string | undefined; dateTo?: string | undefined };
    data: CpvAnalysis;
    preview: CpvAnalysisPreview;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Documents of a procedure: `GET /api/sicap/procedure/{notice}/documents`. */
  getDocuments: {
    input: { notice: string; version?: number | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: Document[];
    preview: never;
    meta: Meta & { documentation: DocumentationStanding };
    kind: 'pages';
    table: true;
  };
  /** Signatures on the documents of a procedure: `GET /api/sicap/procedure/{notice}/signers`. */
  getSigners: {
    input: { notice: string; version?: number | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: DocumentSignature[];
    preview: never;
    meta: Meta & { documentation: DocumentationStanding; signatures: SignatureCounts };
    kind: 'pages';
    table: true;
  };
  /** Search in the documents of a procedure: `GET /api/sicap/procedure/{notice}/search`. */
  searchDocuments: {
    input: { notice: string; q: string | undefined; version?: number | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: DocumentHit[];
    preview: never;
    meta: Meta & { documentation: DocumentationStanding; search: SearchStanding };
    kind: 'pages';
    table: true;
  };
  /** Changes between versions of a documentation: `GET /api/sicap/procedure/{notice}/changes`. */
  getDocumentationChanges: {
    input: { notice: string; fromVersion?: number | undefined; toVersion?: number | undefined; documentId?: string | undefined };
    data: DocumentationChanges;
    preview: never;
    meta: Meta & { documentation: DocumentationStanding };
    kind: 'record';
    table: false;
  };
  /** All documents of a procedure: `GET /api/sicap/procedure/{notice}/bundle`. */
  downloadDocumentation: {
    input: { notice: string; version?: number | undefined };
    data: never;
    preview: never;
    meta: Meta;
    kind: 'file';
    table: false;
  };
  /** Text of a document: `GET /api/sicap/document/{id}/text`. */
  getDocumentText: {
    input: { id: string; fromPage?: number | undefined; fromCharacter?: number | undefined; pages?: number | undefined };
    data: DocumentText;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** One document as a file: `GET /api/sicap/document/{id}/download`. */
  downloadDocument: {
    input: { id: string; sealed?: boolean | undefined };
    data: never;
    preview: never;
    meta: Meta;
    kind: 'file';
    table: false;
  };
  /** Today’s exchange rates: `GET /api/rates`. */
  getRates: {
    input: { date?: string | undefined };
    data: DayRates;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Exchange rates of several bank days: `GET /api/rates/history`. */
  getRatesHistory: {
    input: { currency?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined; average?: "month" | "year" | undefined };
    data: DayRates[];
    preview: never;
    meta: Meta;
    kind: 'plain';
    table: true;
  };
  /** Currency conversion: `GET /api/rates/convert`. */
  convertCurrency: {
    input: { from: string | undefined; to: string | undefined; amount?: string | undefined; date?: string | undefined };
    data: Conversion;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** CAEN Rev.3 codes: `GET /api/caen`. */
  searchCaen: {
    input: { q?: string | undefined; section?: string | undefined };
    data: CaenClass[];
    preview: never;
    meta: Meta;
    kind: 'plain';
    table: true;
  };
  /** One CAEN Rev.3 code: `GET /api/caen/{code}`. */
  getCaen: {
    input: { code: string };
    data: CaenClass;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Treasury IBANs: `GET /api/iban`. */
  findTreasuryIbans: {
    input: { q?: string | undefined; treasury?: string | undefined };
    data: TreasuryIban[];
    preview: never;
    meta: Meta;
    kind: 'plain';
    table: true;
  };
  /** Press releases of the tax authority: `GET /api/press`. */
  listPressReleases: {
    input: { limit?: number | undefined; cursor?: string | undefined };
    data: PressRelease[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Text of a press PDF: `GET /api/press/pdf`. */
  getPressPdf: {
    input: { url: string | undefined };
    data: PressPdf;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Press releases as articles: `GET /api/press-articles`. */
  listPressArticles: {
    input: { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    data: PressArticle[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** One press release as an article: `GET /api/press-articles/{slug}`. */
  getPressArticle: {
    input: { slug: string };
    data: PressArticle;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Service status: `GET /api/health`. */
  getStatus: {
    input: Record<never, never>;
    data: ServiceHealth;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
  /** Companies by name: `GET /api/search`. */
  searchCompanies: {
    input: { q: string | undefined; limit?: number | undefined; county?: string | undefined; locality?: string | undefined; caen?: string | undefined; caenRevision?: number | undefined; legalForm?: string | undefined; status?: "active" | "all" | undefined; vat?: "registered" | "notRegistered" | "canceled" | undefined; minTurnover?: number | undefined; maxTurnover?: number | undefined; minEmployees?: number | undefined; maxEmployees?: number | undefined; registeredFrom?: string | undefined; registeredTo?: string | undefined; cursor?: string | undefined };
    data: SearchRow[];
    preview: never;
    meta: Meta;
    kind: 'pages';
    table: true;
  };
  /** Companies, people and records by words: `GET /api/search/all`. */
  searchAll: {
    input: { q: string | undefined; limit?: number | undefined };
    data: SearchedAll;
    preview: never;
    meta: Meta & { order: ("companies" | "people" | "records")[]; best: "companies" | "people" | "records" | null; totals: { companies: GroupTotal; people: GroupTotal; records: GroupTotal } };
    kind: 'record';
    table: false;
  };
  /** Usage of the account: `GET /account/usage`. */
  getAccountUsage: {
    input: { from?: string | undefined; to?: string | undefined };
    data: Usage;
    preview: never;
    meta: Meta;
    kind: 'record';
    table: false;
  };
}

/** Stable; made for programs. */
export type ErrorCode =
  | 'INVALID_PARAMETER'
  | 'INVALID_BODY'
  | 'API_KEY_REQUIRED'
  | 'INVALID_API_KEY'
  | 'PAYMENT_REQUIRED'
  | 'PAYMENT_INVALID'
  | 'PAYMENT_FAILED'
  | 'SUBSCRIPTION_INACTIVE'
  | 'PRO_KEY_REQUIRED'
  | 'IP_BLOCKED'
  | 'NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'PRECONDITION_FAILED'
  | 'BODY_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RANGE_NOT_SATISFIABLE'
  | 'HEADERS_TOO_LARGE'
  | 'PAYMENT_REUSED'
  | 'PAYMENT_IN_PROGRESS'
  | 'DOCUMENTATION_NOT_READY'
  | 'WITHDRAWN'
  | 'UNPROCESSABLE_DOCUMENT'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'UPSTREAM_INVALID'
  | 'UPSTREAM_UNAVAILABLE'
  | 'SOURCE_NOT_LOADED'
  | 'STORE_UNAVAILABLE'
  | 'PAYMENT_PENDING'
  | 'PAYMENT_UNAVAILABLE'
  | 'OVERLOADED'
  | 'SERVICE_STARTING'
  | 'UPSTREAM_TIMEOUT';

export interface Activity {
  /** CAEN class, four digits. */
  code: string;
  /** Revision the code belongs to: `rev3`, `rev2`, `rev2003`, `rev1998`. A code means nothing without it. */
  revision: string;
  /** Title of the class in that revision. */
  title: string | null;
  /** True for the main activity, false for the others; null when no source names the main one. */
  main: boolean | null;
}

export interface Address {
  /** Street, with its kind (Str., Bd., Calea). */
  street: string | null;
  /** Number in the street. */
  number: string | null;
  /** Building, entrance, floor, apartment and further details of the source. */
  details: string | null;
  /** Town or village; in București with its sector. */
  locality: string | null;
  /** County. */
  county: string | null;
  /** Country as the source writes it. */
  country: string | null;
  /** Six digits; null also where the source has a code of another length, as from before 2003. */
  postalCode: string | null;
  /** True where the source left out the leading zero of a code of București or Ilfov, which is restored here; null without a code. */
  postalCodeCorrected: boolean | null;
  /** Code in SIRUTA, the register of localities, matched by the names of county and locality: of the town, commune or sector, or of the village where one is named. Null when the names are ambiguous. */
  siruta: string | null;
}

export interface Administrator {
  /** Identifier for /api/person/{id}; null for companies and hidden persons. */
  personId: string | null;
  /** Name as registered; null when the person asked to be hidden. */
  name: string | null;
  /** Title as registered: administrator, lichidator judiciar … */
  role: string | null;
  /** Natural person or company. */
  kind: "person" | "company";
  /** Fiscal code, when the administrator is a company that we could identify. */
  cui: string | null;
  /** First snapshot of the registry that shows the role; null when it was there before our first snapshot, and where no two were compared (`history` in `meta.notLoaded`). */
  since: string | null;
  /** True when the person asked to be hidden. */
  gdprHidden: boolean;
}

export interface AdvancedRanking {
  /** Which ranking: `employment` is the growth of the headcount. */
  code: "growth" | "margin" | "productivity" | "return" | "solvency" | "employment";
  /** The same in words. */
  label: string;
  /** Code of the ratio, as in `/api/company/{cui}/health`. */
  metric: string;
  /** Unit of the values; a share of 0.25 is 25 %. */
  unit: "times" | "share" | "days" | "RON";
  /** How the value is computed. */
  formula: string;
  /** All of them must be reached to take part. */
  minimums: RankingMinimum[];
  /** Values above it are omitted; the formula states why. */
  maximum: number | null;
  /** The first 20. `previousRank` is known of those who were among the first hundred the year before. */
  rows: RankingRow[];
}

export interface AdvancedRankings {
  /** Financial year. */
  year: number;
  /** Growth, margin, productivity, return, solvency, employment. */
  rankings: AdvancedRanking[];
}

/** Altman’s score, with the bounds that the published figures leave. */
export interface Altman {
  /** Z' for private firms; Z'' leaves out the turnover, for firms that do not manufacture. */
  model: "Z'" | "Z''";
  /** The score; null when there is none: see `noScore`. */
  z: number | null;
  /** The least it can be, given what the balance sheet does not publish. */
  zLow: number | null;
  /** The most it can be under the assumptions listed. */
  zHigh: number | null;
  /** Zone of `z`. */
  zone: "safe" | "grey" | "distress" | null;
  /** True when `zLow` and `zHigh` fall into the same zone. */
  zoneCertain: boolean | null;
  /** Where the zones of this model begin. */
  thresholds: AltmanThresholds;
  /** The weighted ratios. */
  components: AltmanComponent[] | null;
  /** Assumptions for facts that the balance sheet does not state. */
  assumptions: Remark[];
  /** Why there is no score. */
  noScore: Remark | null;
}

export interface AltmanComponent {
  /** X1 … X5. */
  code: string;
  /** Its meaning. */
  label: string;
  /** Its weight in the score. */
  coefficient: number;
  /** As used in `z`. */
  value: number;
  /** As used in `zLow`. */
  low: number;
  /** As used in `zHigh`. */
  high: number;
  /** How it is computed from the balance sheet. */
  formula: string;
  /** The figures that went in. */
  inputs: FigureInput[];
}

/** Altman’s score and its bounds, without its components. */
export interface AltmanScore {
  /** Z' for private firms; Z'' leaves out the turnover, for firms that do not manufacture. */
  model: "Z'" | "Z''";
  /** The score; null when there is none: see `noScore`. */
  z: number | null;
  /** The least it can be, given what the balance sheet does not publish. */
  zLow: number | null;
  /** The most it can be under the assumptions listed. */
  zHigh: number | null;
  /** Zone of `z`. */
  zone: "safe" | "grey" | "distress" | null;
  /** True when `zLow` and `zHigh` fall into the same zone. */
  zoneCertain: boolean | null;
  /** Where the zones of this model begin. */
  thresholds: AltmanThresholds;
}

/** Where the zones of this model begin. */
export interface AltmanThresholds {
  /** A score below it lies in the zone of distress. */
  distressBelow: number;
  /** A score above it lies in the safe zone; the grey zone is between the two. */
  safeAbove: number;
}

/** What was analysed. */
export interface AnalysedCpv {
  /** As requested. */
  prefix: string;
  /** Its Romanian title. */
  title: string | null;
}

export interface AwardNoticeReference {
  /** Number of the award notice. */
  notice: string;
  /** Day of publication; null where another award notice repeats the contract. */
  publishedAt: string | null;
  /** Its page in the procurement system; null where unknown. */
  url: string | null;
}

export interface Balance {
  /** Financial year. */
  year: number;
  /** Fiscal code. */
  cui: string;
  /** Name in the trade registry; the filings spell names too badly to be quoted. */
  companyName: string | null;
  /** Activity code as filed for this year, four digits. */
  caenCode: string | null;
  /** Revision of the classification the code belongs to: rev1998, rev2003, rev2, rev3. */
  caenRevision: string | null;
  /** Title of the activity in that revision. */
  caenDescription: string | null;
  /** RON for one euro on the national bank's last bank day of the year. */
  eurRate: number | null;
  /** Form it was filed on: UU, BL, IR (IFRS), NGO, bank, insurer, broker, IFN, SIF, pension, VS, VM, IPIEME; null when the source does not say. */
  form: string | null;
  /** Every line as filed, in the order of the codes. */
  indicators: Indicator[];
  /** The main figures, where the chart of the form defines them. */
  summary: BalanceSummary;
  /** What does not add up or cannot be; empty when all is well. */
  warnings: Remark[];
  /** Read from the ministry's yearly file, or from the tax authority's web service. */
  source: "file" | "service";
}

/** The main figures, where the chart of the form defines them. */
export interface BalanceSummary {
  /** Net turnover, RON; null where the form does not define it. */
  turnover: number | null;
  /** Net profit, negative for a loss, RON; null where the form does not define it. */
  netProfit: number | null;
  /** Result before tax, negative for a loss, RON; null where the form does not define it. */
  grossProfit: number | null;
  /** Total income, RON; null where the form does not define it. */
  totalRevenue: number | null;
  /** Total expenses, RON; null where the form does not define it. */
  totalExpenses: number | null;
  /** Average number of employees; null where the form does not define it or it cannot be. */
  employees: number | null;
  /** Fixed assets, RON; null where the form does not define it. */
  fixedAssets: number | null;
  /** Current assets, RON; null where the form does not define it. */
  currentAssets: number | null;
  /** Stocks, RON; null where the form does not define it. */
  inventories: number | null;
  /** Receivables of every kind, RON; null where the form does not define it. */
  receivables: number | null;
  /** Cash and bank accounts, RON; null where the form does not define it. */
  cash: number | null;
  /** Prepaid expenses, RON; null where the form does not define it. */
  prepaid: number | null;
  /** Debts of every maturity, RON; null where the form does not define it. */
  debts: number | null;
  /** Deferred income, RON; null where the form does not define it. */
  deferredIncome: number | null;
  /** Provisions, RON; null where the form does not define it. */
  provisions: number | null;
  /** Equity, negative when losses used it up, RON; null where the form does not define it. */
  equity: number | null;
  /** Subscribed and paid-in capital, RON; null where the form does not define it. */
  capital: number | null;
  /** Patrimony of a state-run "regie", RON; null where the form does not define it. */
  patrimony: number | null;
  /** Fixed and current assets and prepaid expenses, added by us, RON; null where the form does not define it. */
  totalAssets: number | null;
}

export interface BatchError {
  /** As in the table of errors. */
  code: string;
  /** What is wrong with this row. */
  message: string;
}

export interface BatchRow {
  /** As sent. */
  input: string;
  /** The fiscal code it was read as; null when it is none. */
  cui: string | null;
  /** Whether `company` is there. */
  found: boolean;
  /** The company, as in a single look-up. */
  company: Company | null;
  /** Why there is no company. */
  error: BatchError | null;
  /** The tax authority’s part is still being fetched; ask again in a few seconds. */
  pending: boolean;
  /** Only where receipts were requested: this row’s, as `meta.receipt` of a single look-up. */
  receipt?: string | null;
}

export interface Benchmark {
  /** The class or group, and the revision that is counted. */
  caen: CaenActivity;
  /** Financial year. */
  year: number;
  /** Ordinary companies of the activity that filed for the year. */
  firms: number;
  /** Null where fewer than 30 firms of the class, and of its group, have the value. */
  metrics: BenchmarkMetrics;
}

/** Null where fewer than 30 firms of the class, and of its group, have the value. */
export interface BenchmarkMetrics {
  /** Net turnover, in lei. */
  turnover: Quartiles | null;
  /** Net profit, in lei. */
  netProfit: Quartiles | null;
  /** Average number of employees. */
  employees: Quartiles | null;
  /** Current ratio, as a multiple: currentAssets / debts. Approximation: debts are published without their maturity, so all count as due within a year. */
  currentRatio: Quartiles | null;
  /** Quick ratio, as a multiple: (currentAssets − inventories) / debts. Approximation: debts are published without their maturity, so all count as due within a year. */
  quickRatio: Quartiles | null;
  /** Cash ratio, as a multiple: cash / debts. Approximation: debts are published without their maturity, so all count as due within a year. */
  cashRatio: Quartiles | null;
  /** Working capital, in lei: currentAssets + prepaid − debts − deferredIncome; prepaid and deferredIncome left empty count as zero. Approximation: debts are published without their maturity, so all count as due within a year. */
  workingCapital: Quartiles | null;
  /** Equity ratio, as a share: equity / totalAssets. */
  equityRatio: Quartiles | null;
  /** Debt ratio, as a share: debts / totalAssets. */
  debtRatio: Quartiles | null;
  /** Debt to equity, as a multiple: debts / equity. */
  debtToEquity: Quartiles | null;
  /** General solvency, as a multiple: totalAssets / debts. */
  generalSolvency: Quartiles | null;
  /** Net margin, as a share: netProfit / turnover. */
  netMargin: Quartiles | null;
  /** Margin before tax, as a share: grossProfit / turnover. Approximation of the operating margin: the result before tax is after interest, and the operating result is not published. */
  grossMargin: Quartiles | null;
  /** Return on assets, as a share: netProfit / totalAssets. Both at the end of the year. */
  returnOnAssets: Quartiles | null;
  /** Return on equity, as a share: netProfit / equity. Both at the end of the year. */
  returnOnEquity: Quartiles | null;
  /** Asset turnover, as a multiple: turnover / totalAssets. */
  assetTurnover: Quartiles | null;
  /** Receivable days, in days: receivables × 365 / turnover. Approximation: receivables include more than what customers owe, and VAT. */
  receivableDays: Quartiles | null;
  /** Stock days, in days: inventories × 365 / turnover. Approximation: the cost of goods sold is not published, so stocks are set against turnover. */
  inventoryDays: Quartiles | null;
  /** Turnover per employee, in lei: turnover / employees. */
  turnoverPerEmployee: Quartiles | null;
  /** Turnover growth, as a share: turnover / turnover of the year before − 1. */
  turnoverGrowth: Quartiles | null;
  /** Headcount growth, as a share: employees / employees of the year before − 1. */
  employeesGrowth: Quartiles | null;
  /** Yearly turnover growth over 3 years, as a share: (turnover / turnover 3 years before) to the power of 1/3, − 1. */
  turnoverCagr3: Quartiles | null;
  /** Yearly turnover growth over 5 years, as a share: (turnover / turnover 5 years before) to the power of 1/5, − 1. */
  turnoverCagr5: Quartiles | null;
}

export interface Branch {
  /** Kind of unit. */
  kind: string | null;
  /** Name of the branch. */
  name: string | null;
  /** European identifier. */
  euid: string | null;
  /** Fiscal code abroad. */
  fiscalCode: string | null;
  /** Member state. */
  country: string | null;
}

/** The class or group, and the revision that is counted. */
export interface CaenActivity {
  /** CAEN class, four digits, or group, three. */
  code: string;
  /** Revision of the classification that the code is of; nothing is mapped. */
  revision: "rev2" | "rev3";
  /** What the code is. */
  level: "class" | "group";
  /** Title in Romanian. */
  title: string | null;
}

/** A class of activities with its place in the classification. */
export interface CaenClass {
  /** Class: four digits. */
  code: string;
  /** Revision the code belongs to. A code means nothing without it. */
  revision: "rev3";
  /** Titles in both languages. */
  titles: CaenTitles;
  /** A level above the class. */
  section: CaenLevel;
  /** A level above the class. */
  division: CaenLevel;
  /** A level above the class. */
  group: CaenLevel;
  /** The same code in Rev.2; null when Rev.2 had none. It is no correspondence: no official table maps one revision to the other. */
  rev2: CaenRev2Class | null;
}

export interface CaenHub {
  /** The class or group, and the revision that is counted. */
  caen: CaenActivity;
  /** Newest year with filings in this class; null when there are none. */
  year: number | null;
  /** How many there are. */
  companies: HubCompanies;
  /** What the filers of `year` make together, and how that grew. */
  filers: MarketYear | null;
  /** Median and quartiles in `year`; null when no ordinary company filed. */
  medians: BenchmarkMetrics | null;
  /** The 10 largest by turnover in `year`. */
  topCompanies: RankingRow[];
  /** Where the filers of `year` sit, the largest turnover first. */
  counties: HubCounty[];
  /** Every year in which the class was filed in this revision, newest first. */
  byYear: MarketYear[];
}

/** A level above the class. */
export interface CaenLevel {
  /** Letter of the section, two digits of the division, three of the group. */
  code: string;
  /** Titles in both languages. */
  titles: CaenTitles;
}

/** The code in the earlier revision. */
export interface CaenRev2Class {
  /** The same four digits. */
  code: string;
  /** Their meaning in Rev.2, in Romanian. */
  title: string;
  /** Whether the title is the same in both revisions. When it is not, the code may mean something else. */
  sameTitle: boolean;
}

/** Titles in both languages. */
export interface CaenTitles {
  /** Title in Romanian. */
  ro: string;
  /** Title in English. */
  en: string;
}

/** Which snapshots were compared. */
export interface ChangeLogCoverage {
  /** Day of the first snapshot compared. */
  from: string;
  /** Day of the last. */
  to: string;
  /** How many were compared. */
  snapshots: number;
}

export interface ChangedBlock {
  /** What became of these paragraphs. */
  kind: "added" | "removed" | "changed";
  /** Page of the newer text; of the older one for what was removed. */
  page: number;
  /** As it was; null of what was added. */
  before: string | null;
  /** As it is; null of what was removed. */
  after: string | null;
  /** Words of a changed block; null when it is too long, or was redacted. */
  words: ChangedWords[] | null;
  /** Whether `before` or `after` is cut. */
  cut: boolean;
}

export interface ChangedDocumentMention {
  /** The document. */
  documentId: string;
  /** The procurement system’s own code. */
  code: string;
  /** Its name; null when it is withheld. */
  name: string | null;
  /** Null: it is not withheld. */
  withheld: WithheldDocument | null;
}

export interface ChangedWords {
  /** `same` is in both texts. */
  kind: "same" | "added" | "removed";
  /** One behind the other they are both texts. */
  text: string;
}

export interface Company {
  /** Fiscal code, without RO. */
  cui: string;
  /** Name as registered. */
  name: string;
  /** Names seen in earlier snapshots of the registry, newest first; null outside the trade registry, and where no two snapshots were compared (`history` in `meta.notLoaded`). */
  formerNames: FormerName[] | null;
  /** Trade-register number in the 13-digit form. */
  registrationNumber: string | null;
  /** The same number in the form used before 2024, such as J40/8118/2002. */
  registrationNumberOld: string | null;
  /** European unique identifier. */
  euid: string | null;
  /** Legal form: SRL, SA, PFA … or the tax authority’s words for entities outside the trade registry. */
  legalForm: string | null;
  /** As the tax authority states it: PERSOANA JURIDICA … */
  organizationForm: string | null;
  /** Form of property according to the tax authority. */
  ownershipForm: string | null;
  /** Day of registration. */
  registrationDate: string | null;
  /** State in the tax authority’s register, as published. */
  registrationState: string | null;
  /** Code of the deciding registry status, such as 1048. */
  onrcStatus: string | null;
  /** Its label. */
  onrcStatusLabel: string | null;
  /** Every status that the registry lists for the firm; null outside the trade registry. */
  onrcStatuses: OnrcStatus[] | null;
  /** True when the registry shows it operating and nothing that ends that. */
  active: boolean | null;
  /** In insolvency, reorganisation or bankruptcy. */
  insolvency: boolean | null;
  /** In dissolution or liquidation. */
  dissolution: boolean | null;
  /** Activity suspended. */
  suspended: boolean | null;
  /** Struck off the trade registry. */
  struckOff: boolean | null;
  /** Day of striking off, where a source has it. */
  deregistrationDate: string | null;
  /** Address in one line. */
  address: string | null;
  /** Seat. */
  headquartersAddress: Address | null;
  /** Fiscal domicile. */
  fiscalAddress: Address | null;
  /** Telephone. */
  phone: string | null;
  /** Fax. */
  fax: string | null;
  /** Web site, as registered. */
  website: string | null;
  /** Country of the parent company abroad, as the registry writes it; null where it states none. */
  parentCountry: string | null;
  /** Main activity, CAEN class of four digits: of the newest balance sheet that names one; a company that never filed has the only activity it is registered for, else the one of the tax authority. `provenance.caenCode` names the source. Null when no source has it, or its revision is unknown. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. */
  caenRevision: string | null;
  /** Title of the main activity. */
  caenTitle: string | null;
  /** Classes the firm is authorised for, of any revision; null outside the trade registry. */
  authorizedCaenCodes: string[] | null;
  /** The same with revision and title. */
  activities: Activity[] | null;
  /** Tax office in charge. */
  fiscalAuthority: string | null;
  /** Account published by the tax authority. */
  iban: string | null;
  /** Registered for VAT on the day of `vatCheckedAt`. */
  vatRegistered: boolean | null;
  /** `canceled`: was registered and the authority canceled it. */
  vatStatus: "registered" | "notRegistered" | "canceled" | "unknown";
  /** Periods of registration for VAT, the current one last; null until the tax authority was queried. */
  vatPeriods: VatPeriod[] | null;
  /** Instant of the last answer of the tax authority. */
  vatCheckedAt: string | null;
  /** Applies VAT on cash accounting. */
  cashBasisVat: boolean | null;
  /** Since. */
  cashBasisVatStart: string | null;
  /** Until. */
  cashBasisVatEnd: string | null;
  /** Applies split VAT. */
  splitVat: boolean | null;
  /** Since. */
  splitVatStart: string | null;
  /** Until. */
  splitVatEnd: string | null;
  /** Declared inactive by the tax authority. */
  inactive: boolean | null;
  /** Since. */
  inactiveSince: string | null;
  /** Reactivated on. */
  reactivatedSince: string | null;
  /** In the RO e-Factura register. False does not mean that it cannot receive e-invoices. */
  eFacturaRegistered: boolean | null;
  /** Since. */
  eFacturaSince: string | null;
  /** On the last imported list of debtors; null when it is not on it, or when no list is loaded: `datoriiAnafListed` tells the two apart. */
  datoriiAnaf: TaxDebt | null;
  /** Whether it is on the list of debtors of `datoriiAnafAsOf`; null when no list is loaded. False means not on that list, never that there are no debts. */
  datoriiAnafListed: boolean | null;
  /** Day of the list of debtors in which the company was looked up, on it or not; null when no list is loaded (`meta.notLoaded`). */
  datoriiAnafAsOf: string | null;
  /** Legal representatives, as the registry lists them. */
  administrators: Administrator[] | null;
  /** From an imported list; null when none is loaded, and for entities outside the trade registry that it does not name. */
  shareholders: Shareholder[] | null;
  /** Branches in other member states. */
  branches: Branch[] | null;
  /** False for town halls, hospitals, associations, practices. */
  inTradeRegistry: boolean | null;
  /** The source of each group of fields, and its day. */
  provenance: Record<string, Provenance>;
  /** The company on the day of `date`; only where a day or a receipt was requested. */
  onDate?: OnDate;
}

export interface CompanyRow {
  /** Fiscal code; null for firms that have none. */
  cui: string | null;
  /** Name as registered. */
  name: string;
  /** County of the seat. */
  county: string | null;
  /** Town or village of the seat. */
  locality: string | null;
  /** Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another. */
  caenRevision: string | null;
  /** Legal form. */
  legalForm: string | null;
  /** Operating, by the registry. */
  active: boolean | null;
  /** Turnover of `year`, lei. */
  turnover: number | null;
  /** Average number of employees in `year`. */
  employees: number | null;
  /** Year of the newest balance sheet in the yearly files; the company’s own answers may have a newer one, from the tax authority’s web service. */
  year: number | null;
}

/** One word for what registry and tax authority say together. */
export interface CompanyStatus {
  /** The first that applies, in this order: struck off (by either), in insolvency or bankruptcy, in dissolution or liquidation, suspended (by either), declared inactive by the tax authority, not operating for another reason, operating. */
  code: "struckOff" | "insolvency" | "dissolution" | "suspended" | "inactive" | "notOperating" | "operating";
  /** The same in words. */
  label: string;
}

/** How the value is spread over suppliers. */
export interface Concentration {
  /** Suppliers with a contract or a call-off. */
  suppliers: number;
  /** Herfindahl-Hirschman index of the values of their contracts and call-offs, 0-10,000; null without a known value. */
  hhi: number | null;
  /** Share of the ten largest in the same values, 0-1. */
  top10Share: number | null;
}

export interface Contract {
  /** Stable identifier of this service; works in place of the number. */
  id: string;
  /** Number as published; different authorities use the same ones. */
  number: string | null;
  /** Title as published. */
  title: string | null;
  /** Day it was signed. */
  date: string | null;
  /** Value in `currency`, of all lots together. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** `atLeast`: some lots have no value; `approximate`: an amount below zero that corrects no known record is left out. Null without a value. */
  valueRelation: "exact" | "atLeast" | "approximate" | null;
  /** Currency of `value`. */
  currency: string;
  /** Value in lei. */
  valueRon: number | null;
  /** An ordinary contract, a framework agreement (its value is a ceiling), or a call-off under one. Ceilings are never summed with the other two. */
  framework: "contract" | "framework" | "callOff";
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Several for a consortium; the value is theirs together. Null when the source names no winner. */
  suppliers: ContractSupplier[] | null;
  /** Main object. */
  cpv: Cpv | null;
  /** How it was awarded. */
  procedure: ContractProcedure;
  /** Notice that announced the award; of several the newest. */
  awardNotice: string | null;
  /** Other award notices that publish the same contract, the newest first. */
  otherAwardNotices: string[];
  /** Lots it covers; empty when the procedure has none, null when the source does not state them. */
  lots: Lot[] | null;
  /** Cancelled lots of the same procedure, according to the award notice; null when the source does not state them. */
  cancelledLots: string[] | null;
  /** Offers received. */
  offersReceived: number | null;
  /** Whether European funds pay for it. */
  euFunded: boolean | null;
  /** Page of its award notice in the procurement system, on which it stands; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published. */
  url: string | null;
}

export interface ContractInFull {
  /** Stable identifier of this service; works in place of the number. */
  id: string;
  /** Number as published; different authorities use the same ones. */
  number: string | null;
  /** Title as published. */
  title: string | null;
  /** Day it was signed. */
  date: string | null;
  /** Value in `currency`, of all lots together. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** `atLeast`: some lots have no value; `approximate`: an amount below zero that corrects no known record is left out. Null without a value. */
  valueRelation: "exact" | "atLeast" | "approximate" | null;
  /** Currency of `value`. */
  currency: string;
  /** Value in lei. */
  valueRon: number | null;
  /** An ordinary contract, a framework agreement (its value is a ceiling), or a call-off under one. Ceilings are never summed with the other two. */
  framework: "contract" | "framework" | "callOff";
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Several for a consortium; the value is theirs together. Null when the source names no winner. */
  suppliers: ContractSupplier[] | null;
  /** Main object. */
  cpv: Cpv | null;
  /** How it was awarded. */
  procedure: ContractProcedure;
  /** Notice that announced the award; of several the newest. */
  awardNotice: string | null;
  /** Other award notices that publish the same contract, the newest first. */
  otherAwardNotices: string[];
  /** Lots it covers; empty when the procedure has none, null when the source does not state them. */
  lots: Lot[] | null;
  /** Cancelled lots of the same procedure, according to the award notice; null when the source does not state them. */
  cancelledLots: string[] | null;
  /** Offers received. */
  offersReceived: number | null;
  /** Whether European funds pay for it. */
  euFunded: boolean | null;
  /** Page of its award notice in the procurement system, on which it stands; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published. */
  url: string | null;
  /** Announced modifications, the newest first, at most 50: those of the same authority and number that name its award notice or its day. Empty when the loaded exports have none; null when no export of modifications is loaded. `value` is that of the award. */
  modifications: ContractModification[] | null;
  /** Other contracts with this number, newest first, at most 50. */
  sameNumber: ContractNamesake[];
  /** How many other contracts have this number. */
  sameNumberCount: number;
}

export interface ContractModification {
  /** Day of publication. */
  publishedAt: string | null;
  /** What changed, as published, at most 4,000 characters. */
  description: string | null;
  /** Value of the contract before it, in `currency`; null when published as zero or less. */
  valueBefore: number | null;
  /** And after it. */
  valueAfter: number | null;
  /** Currency of the values. */
  currency: string;
}

export interface ContractNamesake {
  /** Number as published; different authorities use the same ones. */
  number: string | null;
  /** Stable identifier of this service; works in place of the number. */
  id: string;
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Day it was signed. */
  date: string | null;
}

/** How it was awarded. */
export interface ContractProcedure {
  /** Notice that began it. */
  notice: string | null;
  /** Kind of procedure as published. */
  type: string | null;
}

/** The winner, or one member of the consortium that won. */
export interface ContractSupplier {
  /** Fiscal code, where the published one is a Romanian one. */
  cui: string | null;
  /** Fiscal code as published; foreign and malformed ones too. */
  code: string | null;
  /** Name as published. */
  name: string;
  /** Name in the trade registry or at the tax authority; null when neither has it. */
  registryName: string | null;
  /** Town as published, without the kind of place, commune and county around it; the sectors of the capital as `București Sectorul 3`. Null when none was published, or a dash. */
  city: string | null;
  /** County as published. */
  county: string | null;
}

export interface ContractsCheck {
  /** Whether any contract names it. */
  present: boolean;
  /** As authority. */
  asAuthority: ContractsCheckSide;
  /** As supplier. */
  asSupplier: ContractsCheckSide;
  /** Day of the newest of both. */
  latestContractDate: string | null;
}

/** As authority. */
export interface ContractsCheckSide {
  /** Contracts, frameworks and call-offs. */
  count: number;
  /** Day of the newest; null when there is none or it has no day. */
  latestDate: string | null;
}

/** An amount in another currency. */
export interface Conversion {
  /** The currency of the amount. */
  from: string;
  /** The currency of the result. */
  to: string;
  /** The requested amount. */
  amount: number;
  /** What one unit of `from` costs in `to`, to twelve decimals. */
  rate: number;
  /** The amount in `to`, computed exactly from the published rates (not from `rate`), rounded half up to four decimals. All its digits are sent: read it as a decimal when a float has too few. */
  result: number;
  /** The requested day, or today. */
  requestedDate: string;
  /** The bank day whose rates were used: the last until then. */
  effectiveDate: string;
}

/** Ordinary contracts; of a consortium’s, the share. */
export interface CountAndValue {
  /** How many. */
  count: number;
  /** Sum of the known values, lei; 0 when there are no records, null when none has a value. */
  value: number | null;
}

/** Direct purchases that were accepted, and those whose state is not published. */
export interface CountAndValueOfPurchases {
  /** How many. */
  count: number;
  /** Sum of the known values, lei; 0 when there are no records, null when none has a value. */
  value: number | null;
  /** How many of them come from a source that does not publish whether the offer was accepted. */
  unknownState: number;
}

export interface CountyFacet {
  /** County of the authority; null where unknown. */
  county: string | null;
  /** Matches. */
  count: number;
}

export interface Coverage {
  /** What it speaks of. */
  list: "contract" | "purchase" | "award" | "notice";
  /** First day loaded. */
  firstDate: string | null;
  /** Last day loaded. */
  lastDate: string | null;
}

/** Common procurement vocabulary. */
export interface Cpv {
  /** Eight digits. */
  code: string;
  /** Romanian title by the vocabulary; as published for a code that it does not have. */
  title: string | null;
}

export interface CpvAnalysis {
  /** What was analysed. */
  cpv: AnalysedCpv;
  /** By kind. */
  totals: ProcurementTotals;
  /** By year, oldest first; deals without a day are in the totals only. */
  byYear: ProcurementByYear[];
  /** By month, oldest first; deals without a day are in the totals only. */
  byMonth: ProcurementByMonth[];
  /** By the next digit of the code, in its order, those with a contract, a call-off or a direct purchase that counts; empty for a whole code, which has no next digit. */
  children: CpvChild[];
  /** How the value is spread over suppliers. */
  concentration: Concentration;
  /** Percentiles of the values above zero of contracts and call-offs together, then of each kind, each with an error of at most 1 %; null without a known value. */
  values: ValueSpread | null;
  /** The ten that bought most, by value of contracts and call-offs. */
  topAuthorities: ProcurementLeader[];
  /** The ten that sold most, by value of contracts and call-offs. */
  topSuppliers: ProcurementLeader[];
  /** Competition. */
  offers: Offers;
  /** The days that this installation has loaded: nothing outside of them is counted. */
  coverage: Coverage[];
}

export interface CpvAnalysisPreview {
  /** What was analysed. */
  cpv: AnalysedCpv;
  /** By kind. */
  totals: ProcurementTotals;
  /** By year, oldest first; deals without a day are in the totals only. */
  byYear: ProcurementByYear[];
  /** The days that this installation has loaded: nothing outside of them is counted. */
  coverage: Coverage[];
}

export interface CpvChild {
  /** The requested prefix, and one digit more. */
  prefix: string;
  /** Its Romanian title; ending in 0 it is what is classed no further, and has the title of the whole. Null when the vocabulary has none. */
  title: string | null;
  /** Ordinary contracts. */
  contracts: ProcurementSum;
  /** Call-offs under frameworks. */
  callOffs: ProcurementSum;
  /** Direct purchases that were accepted, or whose state is not published. */
  directPurchases: ProcurementSum;
}

export interface CpvDivisionFacet {
  /** First two digits of the CPV code; null where there is no code. */
  division: string | null;
  /** Its Romanian title. */
  title: string | null;
  /** Matches. */
  count: number;
}

/** Damages. */
export interface Damages {
  /** Whether the authority claimed damages; null when the report does not say. */
  claimed: boolean | null;
  /** How much, lei. */
  amount: number | null;
}

/** The national bank’s rates of one day. */
export interface DayRates {
  /** The bank day, `YYYY-MM-DD`; of an average the last one of the period. */
  date: string;
  /** The day again, or the month `YYYY-MM` or year `YYYY` of an average. */
  period: string;
  /** Bank days that were averaged; 1 for a day. */
  bankDays: number;
  /** The currency of prices: `RON`. */
  base: string;
  /** All currencies quoted on that day, or the requested one, by code. */
  rates: Rate[];
}

export interface DealPartner {
  /** Fiscal code, where the published one is a Romanian one. */
  cui: string | null;
  /** Name as published. */
  name: string;
}

export interface Decision {
  /** Stable identifier for /api/decisions/{id}. */
  id: string;
  /** The issue of the Official Gazette that carries it. */
  issue: GazetteIssue;
  /** What it is, by its heading. */
  kind: "shareholdersDecision" | "managementDecision" | "summons" | "registrarDecision" | "courtRuling" | "amendment" | "notice" | "other";
  /** Heading. */
  title: string;
  /** Text as published; `[…]` replaces the names of hidden persons. */
  text: string;
  /** Company named in the heading, as printed. */
  companyName: string;
  /** Fiscal code of the company it is about; null when that is not certain enough to say. */
  cui: string | null;
  /** Trade-register number of that company, 13-digit form: by the registry, which the publication need not state. */
  registrationNumber: string | null;
  /** Fiscal code that the publication itself states; null where it states none. */
  statedCui: string | null;
  /** Trade-register number that the publication itself states, 13-digit form; null where it states none. */
  statedRegistrationNumber: string | null;
  /** How certain the match with this company is. `exact`: the text has its code or number, and its name agrees. `high`: the text has its code or number under an unknown name, or no other company has its name. `low`: the only operating company of that name, or a former name. Null: no company was recognised. */
  matchConfidence: "exact" | "high" | "low" | null;
  /** Where it was published: the address in the import, else the page of the issue at the Official Gazette. In the demo a name, `urn:firmoteca:demo:…`: its invented issues were never printed. */
  url: string | null;
}

export interface DirectPurchase {
  /** Published number. */
  id: string;
  /** The object of the purchase; its number where none was published. */
  title: string;
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Null while there is none. */
  supplier: ProcurementParty | null;
  /** What was bought. */
  cpv: Cpv | null;
  /** Closing value, lei. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** Estimated value, lei. */
  estimatedValue: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedEstimatedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  estimatedValueNote: "zeroPublished" | "negativePublished" | null;
  /** `accepted` came about; `unknown`: the source does not publish it, as many exports. Sums count both, and tell how many are unknown. `other`: in words that we do not know. */
  state: "accepted" | "published" | "refused" | "conditionsRefused" | "lapsed" | "other" | "unknown";
  /** Day of publication. */
  publishedAt: string | null;
  /** Day it was finalized. */
  finalizedAt: string | null;
  /** What was bought. Read from the procurement system for the hundred dearest purchases of each new day; null for all others. */
  items: DirectPurchaseItem[] | null;
  /** Read from the yearly export, or from the list of the procurement system since. */
  source: "export" | "list";
  /** When we read it, ISO instant. */
  fetchedAt: string;
  /** Its page in the procurement system; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published. */
  url: string | null;
}

export interface DirectPurchaseAward {
  /** Published number. */
  id: string;
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Null while there is none. */
  supplier: ProcurementParty | null;
  /** What was bought. */
  cpv: Cpv | null;
  /** What was bought; its number where nothing was published. */
  object: string;
  /** Awarded value, lei. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** Day of publication. */
  publishedAt: string | null;
  /** Its page in the procurement system; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published. */
  url: string | null;
}

export interface DirectPurchaseItem {
  /** What it is, as published. */
  name: string | null;
  /** Its CPV code, eight digits. */
  cpv: string | null;
  /** How much of it. */
  quantity: number | null;
  /** Unit of measure, free text. */
  unit: string | null;
  /** Price of one unit, lei. */
  unitPrice: number | null;
}

export interface Document {
  /** Identifier, for addresses. */
  id: string;
  /** Number of its notice. */
  notice: string;
  /** Version of the documentation that this list shows. */
  version: number;
  /** The procurement system’s own code; a revised file has another. */
  code: string;
  /** As in the list, with the extensions of signed containers; null when it is withheld. */
  name: string | null;
  /** The same without the extensions of signed containers; null before it was opened. */
  fileName: string | null;
  /** Heading under which the procurement system lists it. */
  section: "notice" | "documentation" | "duae" | "strategy" | "decision" | "exAnte" | "clarification" | "supplierReport" | "other";
  /** Of the extracted file, by its bytes; null before it was opened. */
  mediaType: string | null;
  /** Of the extracted file. */
  sizeBytes: number | null;
  /** Of the extracted file. */
  sha256: string | null;
  /** Null before it was opened. */
  sealed: DocumentSeal | null;
  /** Null when it has no signature, or was not opened yet; `signers` lists each. */
  signatureVerdict: "valid" | "invalid" | "indeterminate" | null;
  /** The worst of each fact among its signatures; null like `signatureVerdict`. */
  signatureFacts: SignatureFacts | null;
  /** Day of publication, where the list has it. */
  publishedAt: string | null;
  /** `listed`: to be fetched. `stored`: fetched, to be opened. `opened`: extracted and verified. `failed`: could not be fetched. */
  state: "listed" | "stored" | "opened" | "failed";
  /** Why it could not be fetched or opened. */
  reason: DocumentReason | null;
  /** Pages, where its kind has them and they could be counted. */
  pages: number | null;
  /** Null before it was read. */
  textState: "read" | "partly" | "none" | "ocrDue" | "archive" | "encrypted" | "damaged" | "unsupported" | "tooLarge" | "tooLong" | "tooDeep" | "splitArchive" | "unsafeName" | null;
  /** What of its text is missing; empty: nothing is. */
  missing: MissingText[];
  /** Part of Pro; null for other callers, and while there is none. */
  content: DocumentContent | null;
  /** The operator of this installation withholds the document from all answers; null: it does not. */
  withheld: WithheldDocument | null;
}

export interface DocumentContent {
  /** Path of its text; null when it has none. */
  textUrl: string | null;
  /** Path of the extracted file. */
  downloadUrl: string;
  /** How its text begins, at most 2,000 characters; null when it has none. */
  excerpt: string | null;
  /** Whether personal numbers or names of hidden persons were redacted in the excerpt. */
  masked: boolean;
}

/** A page on which something was found. */
export interface DocumentHit {
  /** The document. */
  documentId: string;
  /** Its name, as the list gives it. */
  name: string;
  /** Other documents of the version with the same content. */
  alsoIn: string[];
  /** Version of the documentation that was searched. */
  version: number;
  /** Page, as the file counts, or the file inside of an archive. */
  page: number;
  /** The same over all pages that were read, for `fromPage` of the text. */
  number: number;
  /** Name of the file inside of an archive; null when it is none. */
  entry: string | null;
  /** `ocr`: read by OCR, letters may be wrong. */
  source: "text" | "ocr";
  /** Plain text around the words, at most 300 characters; personal numbers and names of hidden persons are redacted. */
  snippet: string;
  /** Positions of the words in `snippet`. */
  matches: SnippetMatch[];
  /** `all`: the page has all words. `near`: it has them together with the page before or behind. `some`: no page has all, this one has most. */
  found: "all" | "near" | "some";
  /** Higher is better; comparable within one answer only, and within one kind of `found`. */
  score: number;
  /** Null when it has no signature, or was not opened yet; `signers` lists each. */
  signatureVerdict: "valid" | "invalid" | "indeterminate" | null;
  /** The worst of each fact among its signatures; null like `signatureVerdict`. */
  signatureFacts: SignatureFacts | null;
}

/** A reason. */
export interface DocumentReason {
  /** A stable code. */
  code: string;
  /** The same in words. */
  label: string;
}

export interface DocumentSeal {
  /** Type of the outermost signed container, by its bytes. */
  kind: "cms" | "pades" | "asic" | "xades" | "none";
  /** Of the file as it was published. */
  sizeBytes: number | null;
  /** Of the file as it was published. */
  sha256: string | null;
}

export interface DocumentSignature {
  /** The document. */
  documentId: string;
  /** Its name, as the list gives it. */
  documentName: string;
  /** Of a signature that lies in a file of its own: the document that it signs, where that is among the others. */
  signs: string | null;
  /** Index of the signed container, the outermost is 1; null when none could be opened. */
  seal: number | null;
  /** Type of the signed container. */
  format: "cms" | "pades" | "asic" | "xades" | "none";
  /** What the signature carries: `CAdES-T`, `PAdES-B` … */
  level: string;
  /** `invalid` only where content or signature are wrong; uncertain ones are `indeterminate`. */
  verdict: "valid" | "invalid" | "indeterminate";
  /** Whether what was signed is what lies here. */
  integrity: "intact" | "altered" | "unknown";
  /** Whether the certificate leads to a trusted authority. */
  chain: "trusted" | "untrusted" | "expired" | "revoked" | "unknown";
  /** The signer’s own clock, which is not verified. */
  claimedSigningTime: string | null;
  /** Of a time-stamping authority; null when it carries none. */
  timestamp: SignatureTimestamp | null;
  /** Chain and revocation were verified for this moment. */
  judgedFor: string | null;
  /** When it was verified. */
  judgedAt: string | null;
  /** Null when nothing could be verified. */
  revocation: SignatureRevocation | null;
  /** Of PDFs: false when bytes were added behind the signed part. */
  coversWholeDocument: boolean | null;
  /** Null when it is not in the file. */
  certificate: SignatureCertificate | null;
  /** Why the verdict is not `valid`; beside `valid`, what a careful reader should know. */
  reasons: DocumentReason[];
  /** Part of Pro; null for other callers, and when the certificate is not in the file. */
  signer: SignerIdentity | null;
}

export interface DocumentText {
  /** The document. */
  id: string;
  /** How far it could be read. */
  textState: "read" | "partly" | "none" | "ocrDue" | "archive" | "encrypted" | "damaged" | "unsupported" | "tooLarge" | "tooLong" | "tooDeep" | "splitArchive" | "unsafeName";
  /** Pages, where its kind has them and they could be counted. */
  pagesCount: number | null;
  /** What of its text is missing; empty: nothing is. */
  missing: MissingText[];
  /** The requested pages; empty when there is no text. */
  pages: TextPage[];
  /** Whether there is more: `next` is its start. */
  truncated: boolean;
  /** What to ask for to read on; null at the end. */
  next: NextText | null;
  /** Whether these pages were redacted. */
  masked: boolean;
}

export interface DocumentationChanges {
  /** The older version; null when there is only one. */
  from: number | null;
  /** The newer version; null when there is none. */
  to: number | null;
  /** Documents that came. */
  added: ChangedDocumentMention[];
  /** Documents that went. */
  removed: ChangedDocumentMention[];
  /** The same content under another name. */
  renamed: RenamedDocument[];
  /** The same content in other signed containers, and renewed detached signatures. */
  resigned: ResignedDocument[];
  /** Other content under the same name, without the extensions of signed containers. */
  changed: ReplacedDocument[];
  /** Documents that are the same in both. */
  unchangedCount: number;
}

/** State and versions of the documentation. */
export interface DocumentationStanding {
  /** `none`: the procurement system listed no document at `lookedAt`. `partial`: some files could not be fetched, each states its reason. `failed`: none could. `collecting`: files are being fetched. */
  state: "none" | "announced" | "collecting" | "available" | "partial" | "failed" | "withdrawn" | "superseded";
  /** Since when, ISO instant. */
  since: string;
  /** The version that this answer shows; null when there is no document. */
  version: number | null;
  /** All versions, newest first. */
  versions: DocumentationVersion[];
  /** Documents of the returned version. */
  documentsCount: number;
  /** When the procurement system’s lists were last read, ISO instant. */
  lookedAt: string | null;
  /** When they are read again, at the earliest, ISO instant; null while they are collected, and when no further reading is planned. */
  nextLookAt: string | null;
  /** Why it is partial or failed. */
  reason: DocumentReason | null;
}

/** One list of documents, as it was published. */
export interface DocumentationVersion {
  /** Number of the version, from 1. */
  version: number;
  /** When this list of documents was first seen, ISO instant. */
  seenAt: string;
  /** State of this version: `superseded` once a newer one was collected. */
  state: "collecting" | "available" | "partial" | "failed" | "superseded" | "withdrawn" | "none" | "announced";
}

/** The jobs that one host runs for the whole installation: collecting, building, e-mails, plans. */
export interface Duties {
  /** `led`: a host runs them; `unled`: no host runs them at the moment; `unknown`: it cannot be read at the moment. */
  state: "led" | "unled" | "unknown";
  /** Since when the same host leads, ISO instant. */
  ledSince: string | null;
  /** Number of changes of the leader: higher with every new leader. */
  term: number | null;
}

/** Employees together, averages of the year, and of how many companies. */
export interface EmployeesSum {
  /** Employees together, averages of the year; null when nobody’s is known. */
  sum: number | null;
  /** Companies with this figure. */
  firms: number;
}

export interface FigureInput {
  /** Field of the balance summary, or of the company, that was read. */
  name: string;
  /** Financial year of the figure; null for present facts. */
  year: number | null;
  /** The value, in RON, heads or months; null when unknown. */
  value: number | null;
}

export interface Finding {
  /** Stable name of the remark, for programs. */
  code: string;
  /** The remark, in the language of the answer. */
  label: string;
  /** The numbers it rests on. */
  inputs: FigureInput[];
}

export interface FormerName {
  /** Name as it was. */
  name: string;
  /** First snapshot that shows the new name. */
  until: string | null;
}

/** The issue of the Official Gazette that carries it. */
export interface GazetteIssue {
  /** Part of the Gazette: `IV` for companies. */
  part: string;
  /** Number of the issue in its year. */
  number: number;
  /** A second issue under the same number. */
  bis: boolean;
  /** Day of the issue. */
  date: string;
  /** Page on which the decision begins. */
  page: number | null;
}

export interface GroupTotal {
  /** Hits of this kind. */
  total: number;
  /** Whether all were counted. */
  totalRelation: "exact" | "atLeast";
}

export interface Health {
  /** Financial year of the newest balance sheet; null when there is none. */
  year: number | null;
  /** Whole months since the end of that year. */
  ageMonths: number | null;
  /** Every ratio, also those without a value. */
  ratios: HealthRatio[];
  /** Altman’s score, with the bounds that the published figures leave. */
  altman: Altman;
  /** Z'' beside Z', for activities outside manufacturing; null for manufacturers and where the activity is not known. */
  altmanNonManufacturing: Altman | null;
  /** What the figures say, in one word and its reasons. */
  verdict: Verdict;
  /** Every year with a balance sheet, newest first. */
  history: HealthYear[];
  /** What else a careful reader should know. */
  flags: Finding[];
  /** What could not be looked at. */
  notChecked: Remark[];
}

/** What visitors of our own pages see of a company’s health. */
export interface HealthPreview {
  /** Financial year of the newest balance sheet; null when there is none. */
  year: number | null;
  /** Whole months since the end of that year. */
  ageMonths: number | null;
  /** Altman’s score and its bounds, without its components. */
  altman: AltmanScore;
  /** What the figures say, in one word and its reasons. */
  verdict: VerdictPreview;
  /** What else a careful reader should know. */
  flags: Remark[];
}

export interface HealthRatio {
  /** Stable name of the ratio. */
  code: string;
  /** Its name. */
  label: string;
  /** `share`: 0.25 is 25 %. */
  unit: "times" | "share" | "days" | "RON";
  /** Six significant digits, amounts to the leu; null when it cannot be computed: see `reason`. */
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  /** How it is computed, and where it is an approximation. */
  formula: string;
  /** The figures that went in. */
  inputs: FigureInput[];
  /** Which end is the healthy one. */
  betterWhen: "high" | "low";
  /** Share of the peers with a lower value, 0 to 100; null without peers. */
  percentile: number | null;
  /** The group of comparison; null when no group is large enough. */
  peers: Peers | null;
}

export interface HealthYear {
  /** Financial year. */
  year: number;
  /** Altman's Z' of that year. */
  z: number | null;
  /** The least it can be. */
  zLow: number | null;
  /** The most it can be. */
  zHigh: number | null;
  /** Zone of `z`. */
  zone: "safe" | "grey" | "distress" | null;
  /** True when `zLow` and `zHigh` fall into the same zone. */
  zoneCertain: boolean | null;
  /** From the figures up to that year only: present facts, such as insolvency or tax debts, are not used. */
  verdict: "solid" | "fair" | "watch" | "distress" | "undetermined";
}

export interface HeldRole {
  /** The role, by the title; the table is in `reference/officer-roles.tsv`. */
  role: "administrator" | "shareholder" | "owner" | "representative" | "insolvencyPractitioner";
  /** Title as registered; null for shareholders. */
  title: string | null;
  /** Day since which it is known: of the first snapshot with it, or according to a list of shareholders. */
  since: string | null;
}

/** How many there are. */
export interface HubCompanies {
  /** Registrations whose main activity is the class: as filed last, of any year, else as registered. */
  total: number;
  /** Of them, those that operate. */
  active: number;
}

export interface HubCounty {
  /** The county, as in `/api/firme/{judet}`. */
  slug: string;
  /** Its name. */
  name: string;
  /** Filers of the activity with their seat there. */
  companies: number;
  /** Sum of their turnover, lei; null when none is known. */
  turnover: number | null;
}

/** How far the identity can be trusted. */
export interface IdentityConfidence {
  /** How certain it is that all of this is one person. */
  level: "high" | "medium" | "low";
  /** What it rests on, and what speaks against. */
  reasons: string[];
}

export interface Indicator {
  /** Code of the indicator, positional in its form and year: `I13`. */
  code: string;
  /** What the form calls it. */
  label: string | null;
  /** As filed: RON, or heads for the number of employees; null where the line was left empty. */
  value: number | null;
}

export interface LatestContract {
  /** Identifier. */
  id: string;
  /** Object. */
  title: string | null;
  /** Day. */
  date: string | null;
  /** Value, lei. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** The other party, as published. */
  partner: string | null;
  /** The same with their fiscal codes: of a consortium, every member; empty where none is named. */
  partners: DealPartner[];
  /** CPV code. */
  cpv: string | null;
  /** An ordinary contract, a framework agreement (its value is a ceiling), or a call-off under one. Ceilings are never summed with the other two. */
  framework: "contract" | "framework" | "callOff";
}

export interface LatestDirectPurchase {
  /** Identifier. */
  id: string;
  /** Object. */
  title: string | null;
  /** Day. */
  date: string | null;
  /** Value, lei. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** The other party, as published. */
  partner: string | null;
  /** The same with their fiscal codes: of a consortium, every member; empty where none is named. */
  partners: DealPartner[];
  /** CPV code. */
  cpv: string | null;
  /** `accepted` came about; `unknown`: the source does not publish it, as many exports. Sums count both, and tell how many are unknown. `other`: in words that we do not know. */
  state: "accepted" | "published" | "refused" | "conditionsRefused" | "lapsed" | "other" | "unknown";
}

export interface Leaderboard {
  /** Financial year of the ranks; null when the company has none. */
  year: number | null;
  /** Every position it has; null when it is not ranked. */
  positions: Position[] | null;
}

/** A publication that was loaded. */
export interface LoadedSource {
  /** Part of the dataset: `registry`, `finances`, `rates` … */
  name: string;
  /** Its source. */
  source: string;
  /** The last day that it covers, as its content proves or its publisher names; null where unknown, and for computed parts. */
  asOf: string | null;
  /** When it was loaded, ISO instant. */
  loadedAt: string;
  /** Rows in all its tables. */
  rows: number;
  /** `old`: its content ends earlier than it should by now, see `missing`; `unknown`: its last day is unknown; `stale`: a newer publication could not be loaded, because it was unreadable or incomplete; `unreadable`: written by an older version of the software, not served, and rebuilt where its publication is available. */
  freshness: "current" | "old" | "unknown" | "stale" | "unreadable";
  /** Years (`2025`) or quarters (`2026-Q3`) after `asOf` whose publications should be here by now, for sources that publish by year or quarter, such as balance sheets and procurement exports. */
  missing: string[];
}

export interface Lot {
  /** Number of the lot. */
  number: string;
  /** Title; of a contract’s lot as its notice has it. */
  title: string | null;
  /** Its CPV code, eight digits. */
  cpv: string | null;
  /** Value in the currency of the contract; in a notice the estimated one, in its currency. Null also where several lots have one value together. */
  value: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  valueNote: "zeroPublished" | "negativePublished" | null;
  /** Who won it; of a notice by the loaded contracts, null where none of them has the lot. */
  suppliers: ProcurementParty[] | null;
  /** `awarded` where a contract has it, `cancelled` where an award notice says so; null in a notice where neither is known. */
  state: "awarded" | "cancelled" | null;
}

export interface Market {
  /** Day of the registry’s snapshot. */
  asOf: string | null;
  /** Registered companies. */
  companies: MarketCompanies;
  /** New registrations, by their day. */
  registrations: Registrations;
  /** Two sources that know a part each: they are not added up. */
  strikeOffs: StrikeOffs;
  /** Turnover, profit and employees by year, newest first; null without balance sheets. */
  years: MarketYear[] | null;
}

/** Registered companies. */
export interface MarketCompanies {
  /** Registrations in the trade registry, those struck off too. */
  total: number;
  /** Of them, those that operate. */
  active: number;
  /** By the status that decides, the most frequent first; those of which it is not known come last, in one row. */
  byStatus: MarketCount[];
  /** By legal form, the most frequent first; those of which it is not known come last, in one row. */
  byLegalForm: MarketCount[];
  /** By county of the seat, the most frequent first; those of which it is not known come last, in one row. */
  byCounty: MarketCount[];
  /** By section of the main activity (as filed last, else as registered), each revision apart: `rev3:G`, the most frequent first; those of which it is not known come last, in one row. */
  bySection: MarketCount[];
}

export interface MarketCount {
  /** Code, form, slug or section; null, in the last row, for registrations without a known value. */
  value: string | null;
  /** The same in words, where there are any. */
  label: string | null;
  /** Registrations. */
  companies: number;
  /** Of them, those that operate. */
  active: number;
}

/** Of the same companies, so that a change of filers has no effect. */
export interface MarketGrowth {
  /** Turnover together against that of the year before, of the companies that filed in both, as a share; null when there are none. */
  turnover: number | null;
  /** Companies with a turnover in both years. */
  firms: number;
}

export interface MarketMonth {
  /** `YYYY-MM`. */
  month: string;
  /** How many. */
  companies: number;
}

export interface MarketYear {
  /** Financial year. */
  year: number;
  /** Companies that filed turnover, profit or employees; associations apart. */
  companies: number;
  /** Turnover together, lei, and of how many companies. */
  turnover: TurnoverSum;
  /** Net profits less losses, lei, and of how many companies. */
  profit: ProfitSum;
  /** Employees together, averages of the year, and of how many companies. */
  employees: EmployeesSum;
  /** Of the same companies, so that a change of filers has no effect. */
  growth: MarketGrowth;
}

/** Sources and freshness of an answer. */
export interface Meta {
  /** Names this request; the same as the header X-Request-Id. */
  requestId: string;
  /** The main source; `computed` when we calculated the answer. */
  source: "anaf" | "onrc" | "bnr" | "seap" | "gazette" | "press" | "treasury" | "caen" | "computed";
  /** Every source the answer rests on. */
  sources: SourceStamp[];
  /** A citation line in the language of the answer: title, sources with their days, address of this service, day of reading. In the demo it states that the data is invented. */
  cite: string;
  /** `demo`: an invented country; nothing in it is about a real company. */
  dataset: "demo" | "romania";
  /** The build of the dataset that was read. */
  generation: string;
  /** False when a source was queried for this answer. */
  cached: boolean;
  /** When the data was last fetched or loaded. */
  cachedAt: string | null;
  /** End of the freshness window, counted from the moment when the data was fetched or built: the same for all callers within it, and past when `stale`. Null for data that lasts until the next release. */
  freshUntil: string | null;
  /** True when the window is over and the source could not be queried in time. */
  stale: boolean;
  /** Groups of fields that are still being fetched: null now, ask again soon. */
  pending?: string[];
  /** Sources that this installation has not loaded; their fields are null. */
  notLoaded?: string[];
  /** Fields left out because they need a Pro key. */
  redacted?: string[];
  /** True when a visitor without Pro gets only a part. */
  preview?: boolean;
  /** Parameters that were right but do not apply here. */
  ignored?: string[];
  /** What a careful reader should know about this answer. */
  warnings?: string[];
  /** Which part of a list this is. */
  page?: Page;
}

export interface MissingText {
  /** Single pages, everything from a page on, or files of an archive. */
  what: "pages" | "rest" | "entries";
  /** Numbers of the pages; null unless `what` is `pages`. */
  pages: number[] | null;
  /** The page from which on; null unless `what` is `rest`. */
  fromPage: number | null;
  /** Number of files; null unless `what` is `entries`, or when unknown. */
  count: number | null;
  /** `ocrDue`: pictures of text that will be read. `ocrCap`: more pictures than are read. `illegible`: nothing could be read. `notRecognized`: pictures of text inside of an archive, which are not read. `splitArchive`: an archive in several parts. `partly`: the rest of these files was read. */
  why: "ocrDue" | "ocrCap" | "illegible" | "damaged" | "tooLarge" | "tooLong" | "tooMany" | "notRecognized" | "encrypted" | "unsupported" | "tooDeep" | "splitArchive" | "unsafeName" | "partly";
}

export interface Network {
  /** The company first. */
  nodes: NetworkNode[];
  /** Roles. */
  edges: NetworkEdge[];
  /** Number of all nodes, including those that are omitted. */
  total: number;
  /** `atLeast` where a person has roles in more companies than were examined. */
  totalRelation: "exact" | "atLeast";
  /** True when there is more than fits. */
  truncated: boolean;
}

export interface NetworkEdge {
  /** Node of the person or company with the role. */
  from: string;
  /** Node of the company in which the role exists. */
  to: string;
  /** Title as registered, or `shareholder`. */
  role: string;
  /** The role, by the title, as in the roles of a person. */
  roleCode: "administrator" | "shareholder" | "owner" | "representative" | "insolvencyPractitioner";
  /** Of a shareholder: share of the capital in percent, where known. */
  percent: number | null;
}

export interface NetworkNode {
  /** Unique in this answer. */
  id: string;
  /** What it is. */
  kind: "company" | "person";
  /** Name. */
  label: string;
  /** Fiscal code of a company, where known. */
  cui: string | null;
  /** Identifier of a person. */
  personId: string | null;
  /** Whether the company operates; null for persons and where unknown. */
  active: boolean | null;
}

export interface NextText {
  /** Number of the page. */
  fromPage: number;
  /** Place on that page; 0 is its beginning. */
  fromCharacter: number;
}

export interface NotSearched {
  /** The document. */
  documentId: string;
  /** Its name, as the list gives it; null when it is withheld. */
  name: string | null;
  /** Whether the rest of it was searched. */
  partly: boolean;
  /** A reason. */
  reason: DocumentReason;
}

export interface Notice {
  /** Notice number. */
  notice: string;
  /** Kind of notice: CN, SCN, RFQ, DC, PC … */
  type: string;
  /** Title as published; exports before 2023 have none: the CPV title or the number replaces it. */
  title: string;
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** Main object. */
  cpv: Cpv | null;
  /** Estimated value in `currency`. */
  estimatedValue: number | null;
  /** The amount as published, zero and less too; null when none was published. */
  publishedEstimatedValue: number | null;
  /** Why there is no value although an amount was published: it is zero, or below zero and corrects no known record. Null when there is a value, or no amount at all. */
  estimatedValueNote: "zeroPublished" | "negativePublished" | null;
  /** Currency. */
  currency: string;
  /** Kind of procedure as published. */
  procedureType: string | null;
  /** The same as a code: spellings, additions such as “accelerata” and text in brackets make no difference. `other` for unknown words; null when the source states nothing. */
  procedureTypeCode: "open" | "restricted" | "competitiveNegotiation" | "negotiationWithNotice" | "negotiationWithoutNotice" | "competitiveDialogue" | "innovationPartnership" | "designContest" | "simplified" | "ownSimplified" | "requestForQuotations" | "dynamicPurchasing" | "ownRules" | "directPurchase" | "other" | null;
  /** The code in words; for `other` the source’s own. */
  procedureTypeLabel: string | null;
  /** Day of publication. */
  publishedAt: string | null;
  /** Instant of publication, where the source has the hour. */
  publishedTime: string | null;
  /** Until when tenders are received, ISO instant; null when the source does not say. */
  deadlineAt: string | null;
  /** State as published. */
  state: string | null;
  /** The same as a code; `other` for unknown words, null when the source states nothing. `open` states whether tenders are still accepted. */
  stateCode: "published" | "ongoing" | "suspended" | "awarded" | "cancelled" | "other" | null;
  /** The code in words; for `other` the source’s own. */
  stateLabel: string | null;
  /** Whether tenders are still received; null when the deadline is unknown. */
  open: boolean | null;
  /** Lots; empty when it has none, null when the source does not list them. */
  lots: Lot[] | null;
  /** What came of the procedure, as far as the loaded contracts and the procurement system tell. Null when neither tells, as before the award; `stateCode` may be `awarded` all the same. */
  award: NoticeAward | null;
  /** Appeals against it, as the procurement system stated them when the notice came out and at each change of its state since; empty when there were none. Null where this was not read, as for exports. */
  appeals: NoticeAppeal[] | null;
  /** Its line in the annual procurement plan of the authority; null where not stated or not read. */
  plan: ProcurementPlanLine | null;
  /** County of the authority, where known. */
  county: string | null;
  /** The state of its documentation. */
  documentation: NoticeDocumentation;
  /** Its page in the procurement system; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published. */
  url: string | null;
}

export interface NoticeAppeal {
  /** To whom, such as `CNSC`. */
  body: string | null;
  /** Its number. */
  number: string | null;
  /** Day it was filed. */
  filedAt: string | null;
  /** Number of the decision; null where none is stated. */
  decision: string | null;
  /** Day of the decision. */
  decidedAt: string | null;
  /** As published. */
  text: string;
}

/** What came of the procedure. */
export interface NoticeAward {
  /** Award notices of the procedure, the newest first. */
  notices: AwardNoticeReference[];
  /** Contracts and framework agreements that came of it, without call-offs; null where only the award notice is known. */
  contracts: number | null;
  /** Winners, each once: of the newest 50 contracts. Null where only the award notice is known, or no contract names one. */
  winners: ProcurementParty[] | null;
}

/** The state of its documentation. */
export interface NoticeDocumentation {
  /** `announced`: the source states that there are files, which have not been collected yet; `none`: the source lists no file; `unknown`: the source of this notice does not state it. */
  state: "none" | "announced" | "collecting" | "available" | "partial" | "failed" | "withdrawn" | "superseded" | "unknown";
  /** Start day, where known. */
  since: string | null;
  /** Documents that this version lists, including those that could not be fetched; null before the lists were read. */
  documentsCount: number | null;
  /** Version of the documentation, from 1: the newest that we began to collect; null before the first. */
  version: number | null;
}

/** Counts of the matches by group; only with `facets=true`. */
export interface NoticeFacets {
  /** Matches that were counted. */
  counted: number;
  /** `atLeast` where there are more: then the newest 10,000 of each part of the data were counted. */
  totalRelation: "exact" | "atLeast";
  /** Most first; the name for `county`. */
  counties: CountyFacet[];
  /** Most first; the digits for `cpv`. */
  cpvDivisions: CpvDivisionFacet[];
  /** Most first. */
  procedures: ProcedureFacet[];
  /** Bands of the estimated value, lowest first, those without one last. Bands without matches too. */
  values: ValueFacet[];
}

/** Competition. */
export interface Offers {
  /** Contracts and call-offs with a known number of offers. */
  contracts: number;
  /** Offers per contract. */
  average: number | null;
  /** Share of contracts with a single offer, 0-1. */
  singleShare: number | null;
}

/** The company on the day of `date`; only where a day or a receipt was requested. */
export interface OnDate {
  /** The requested day. */
  date: string;
  /** Registered for VAT on that day. */
  vatRegistered: boolean | null;
  /** Paid VAT on cash basis on that day. */
  cashBasisVat: boolean | null;
  /** Under split VAT on that day. */
  splitVat: boolean | null;
  /** Declared inactive by the tax authority on that day. */
  inactive: boolean | null;
  /** Registered on that day: entered in the trade registry, or else with the tax authority, and not struck off. */
  registered: boolean | null;
  /** Its name on that day; with the basis `anafAsked` the one in the tax authority’s answer about the day, which may be a later one. */
  name: string | null;
  /** `anafAsked`: the tax authority was queried about that day. `anafPeriod`: the periods that it reports today include the day without doubt. `changeLog`: snapshots of the trade registry before and after the day agree, and a change between others is recorded. `registry`: the trade registry’s own date, or snapshots without any change. `unknown`: no source states it; the field is null. */
  basis: OnDateBasis;
}

/** `anafAsked`: the tax authority was queried about that day. `anafPeriod`: the periods that it reports today include the day without doubt. `changeLog`: snapshots of the trade registry before and after the day agree, and a change between others is recorded. `registry`: the trade registry’s own date, or snapshots without any change. `unknown`: no source states it; the field is null. */
export interface OnDateBasis {
  /** What `vatRegistered` is known from. */
  vatRegistered: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
  /** What `cashBasisVat` is known from. */
  cashBasisVat: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
  /** What `splitVat` is known from. */
  splitVat: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
  /** What `inactive` is known from. */
  inactive: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
  /** What `registered` is known from. */
  registered: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
  /** What `name` is known from. */
  name: "anafAsked" | "anafPeriod" | "changeLog" | "registry" | "unknown";
}

export interface OnrcStatus {
  /** Status code. */
  code: string;
  /** Label from the registry’s nomenclature. */
  label: string | null;
  /** First snapshot of the registry that shows it; null when it was there before our first snapshot of the firm. The registry does not publish the day itself. */
  since: string | null;
}

/** Which part of a list this is. */
export interface Page {
  /** Rows requested. */
  limit: number;
  /** Rows skipped. */
  offset: number;
  /** Rows in this answer. */
  returned: number;
  /** Number of all rows; null when not counted. */
  total: number | null;
  /** Whether `total` is exact or a lower bound. */
  totalRelation: "exact" | "atLeast";
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
  /** Path and query of the next page; null on the last one. */
  next: string | null;
}

export interface Partner {
  /** Fiscal code, where the published one is a Romanian one. */
  cui: string | null;
  /** Name as published. */
  name: string;
  /** Ordinary contracts. */
  contracts: CountAndValue;
  /** Call-offs under frameworks. */
  callOffs: CountAndValue;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: CountAndValue;
  /** The three together. */
  count: number;
  /** Their value together, lei, without ceilings of frameworks. */
  value: number | null;
}

export interface Peers {
  /** How wide the comparison is: the CAEN class in the county, the class, the group (first three digits), the nation. The narrowest with at least 30 firms. */
  level: "caenCounty" | "class" | "group" | "nation";
  /** Which one: `rev2:4711:cluj`, `rev2:4711`, `rev2:471`, `RO`. */
  value: string;
  /** The same in words. */
  label: string;
  /** Firms in it that have the ratio. */
  firms: number;
}

export interface Person {
  /** Identifier of the person; stable over generations. */
  id: string;
  /** Name as registered, family name first. */
  name: string;
  /** Companies in which the person holds a role or a share, except those where the person is only an insolvency practitioner, a liquidator, an auditor or the like. */
  companiesCount: number;
  /** Those of them that operate, by the registry. */
  activeCount: number;
  /** Counties of these companies, those with most of them first. */
  counties: string[];
  /** How far the identity can be trusted. */
  identityConfidence: IdentityConfidence;
  /** Roles in the largest companies first; ended roles come last. */
  roles: PersonRole[];
  /** True when there are more roles; `/companies` lists all companies. */
  truncated: boolean;
}

export interface PersonCompany {
  /** Fiscal code; null for firms that have none. */
  cui: string | null;
  /** Name as registered. */
  name: string;
  /** County of the seat. */
  county: string | null;
  /** Town or village of the seat. */
  locality: string | null;
  /** Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another. */
  caenRevision: string | null;
  /** Legal form. */
  legalForm: string | null;
  /** Operating, by the registry. */
  active: boolean | null;
  /** Turnover of `year`, lei. */
  turnover: number | null;
  /** Average number of employees in `year`. */
  employees: number | null;
  /** Year of the newest balance sheet in the yearly files; the company’s own answers may have a newer one, from the tax authority’s web service. */
  year: number | null;
  /** Status by the trade registry and by the stored answer of the tax authority; null when neither states one. */
  status: CompanyStatus | null;
  /** Declared inactive by the tax authority, as of the last query; null where it never answered. */
  inactive: boolean | null;
  /** Registration for VAT as of the last query of the tax authority; null where it never answered about this company. */
  vatStatus: "registered" | "notRegistered" | "canceled" | "unknown" | null;
  /** Title of `caenCode` in its revision; null when there is no code, or no title of it. */
  caenTitle: string | null;
  /** What the person is there, today. */
  roles: HeldRole[];
  /** False where the person is only an insolvency practitioner, a liquidator, an auditor or the like: the company does not count among those of the person. */
  counted: boolean;
  /** Share of the capital that the person holds, in percent; null when the person is no shareholder, the list does not state it, or no list is loaded. */
  percent: number | null;
  /** What the company sold to public authorities, as supplier; null when procurement is not loaded, and for firms without a fiscal code. */
  procurement: SoldToTheState | null;
}

export interface PersonRole {
  /** The role, by the title; the table is in `reference/officer-roles.tsv`. */
  role: "administrator" | "shareholder" | "owner" | "representative" | "insolvencyPractitioner";
  /** Title as registered; null for shareholders. */
  title: string | null;
  /** Day since which it is known: of the first snapshot with it, or according to a list of shareholders. */
  since: string | null;
  /** Fiscal code of the company; null for firms that have none. */
  cui: string | null;
  /** Name of the company. */
  companyName: string;
  /** Day of the first snapshot without it; null while it lasts. */
  until: string | null;
  /** Whether the company operates, by the registry. */
  active: boolean | null;
}

export interface PersonRow {
  /** Identifier of the person; stable over generations. */
  id: string;
  /** Name as registered, family name first. */
  name: string;
  /** Companies in which the person holds a role or a share, except those where the person is only an insolvency practitioner, a liquidator, an auditor or the like. */
  companiesCount: number;
  /** Those of them that operate, by the registry. */
  activeCount: number;
  /** Counties of these companies, those with most of them first. */
  counties: string[];
  /** How far the identity can be trusted. */
  identityConfidence: IdentityConfidence;
}

export interface Position {
  /** Turnover, net profit, or average number of employees. */
  metric: "cifra" | "profit" | "angajati";
  /** The group in which the company is ranked. */
  slice: Slice;
  /** 1 is the largest; equals share a rank. */
  rank: number;
  /** In the year before. */
  previousRank: number | null;
  /** Companies ranked. */
  of: number;
  /** Share of the ranked companies that it is ahead of or equal to, 0 to 100. */
  percentile: number;
  /** The figure: lei, or heads. */
  value: number;
}

export interface PressArticle {
  /** Stable identifier. */
  slug: string;
  /** Address of the release’s PDF on the authority’s host, for /api/press/pdf. In the demo a name, `urn:firmoteca:demo:press/static/…`, which /api/press/pdf accepts as well: its invented releases were never published. */
  url: string;
  /** Title, as the authority’s page gives it. */
  title: string;
  /** Day of publication. */
  date: string;
  /** Office that published it, as in the file’s address: `Anaf`, `Cluj` … */
  office: string;
  /** The first sentences of the text. */
  summary: string;
  /** Text of the PDF; pages are divided by form feeds. */
  text: string;
  /** Numbers of the pages whose text comes from OCR, where letters may be wrong; all other pages have text in the file. */
  ocrPages: number[];
}

export interface PressAttachment {
  /** Address of the file. */
  url: string;
  /** Text of its link. */
  title: string;
}

export interface PressPdf {
  /** Address of the file. */
  url: string;
  /** Title of the release; null for files that no release names. */
  title: string | null;
  /** Number of pages. */
  pages: number;
  /** Text of all pages, divided by form feeds; null while pages that are pictures are being read. */
  text: string | null;
  /** Numbers of the pages whose text comes from OCR, where letters may be wrong; all other pages have text in the file. */
  ocrPages: number[];
  /** Size of the file. */
  sizeBytes: number;
}

export interface PressRelease {
  /** Address of the release’s PDF on the authority’s host, for /api/press/pdf. In the demo a name, `urn:firmoteca:demo:press/static/…`, which /api/press/pdf accepts as well: its invented releases were never published. */
  url: string;
  /** Title, as the authority’s page gives it. */
  title: string;
  /** Day of publication. */
  date: string;
  /** Office that published it, as in the file’s address: `Anaf`, `Cluj` … */
  office: string;
  /** Day of publication, as `date`. */
  publishedAt: string;
  /** Moment of publication, ISO instant, from the Romanian time in the file’s name. */
  publishedTime: string;
  /** Other files published with it. */
  attachments: PressAttachment[];
  /** Its article, for /api/press-articles/{slug}; null when its text was not read yet or cannot be. */
  articleSlug: string | null;
}

export interface ProcedureFacet {
  /** As `procedureTypeCode`; null where the source does not say. */
  code: "open" | "restricted" | "competitiveNegotiation" | "negotiationWithNotice" | "negotiationWithoutNotice" | "competitiveDialogue" | "innovationPartnership" | "designContest" | "simplified" | "ownSimplified" | "requestForQuotations" | "dynamicPurchasing" | "ownRules" | "directPurchase" | "other" | null;
  /** The code in words. */
  label: string | null;
  /** Matches. */
  count: number;
}

export interface ProcurementByMonth {
  /** Month, `YYYY-MM`. */
  month: string;
  /** Ordinary contracts. */
  contracts: ProcurementSum;
  /** Framework agreements: their values are ceilings, never summed with contracts. */
  frameworks: ProcurementSum;
  /** Call-offs under frameworks. */
  callOffs: ProcurementSum;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: PurchaseSum;
  /** Award notices of direct purchases made outside the catalogue. */
  awards: ProcurementSum;
}

export interface ProcurementByYear {
  /** Year. */
  year: number;
  /** Ordinary contracts. */
  contracts: ProcurementSum;
  /** Framework agreements: their values are ceilings, never summed with contracts. */
  frameworks: ProcurementSum;
  /** Call-offs under frameworks. */
  callOffs: ProcurementSum;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: PurchaseSum;
  /** Award notices of direct purchases made outside the catalogue. */
  awards: ProcurementSum;
}

export interface ProcurementLeader {
  /** A contracting authority or a supplier. */
  party: ProcurementParty;
  /** How many, and their value together. */
  contracts: SupplierDeals;
  /** How many, and their value together. */
  callOffs: SupplierDeals;
  /** How many, and their value together. */
  directPurchases: SupplierDeals;
  /** Share of the value of contracts and call-offs, 0-1. */
  share: number | null;
}

/** A contracting authority or a supplier. */
export interface ProcurementParty {
  /** Fiscal code, where the published one is a Romanian one. */
  cui: string | null;
  /** Fiscal code as published; foreign and malformed ones too. */
  code: string | null;
  /** Name as published. */
  name: string;
  /** Name in the trade registry or at the tax authority; null when neither has it. */
  registryName: string | null;
}

export interface ProcurementPlanLine {
  /** Name of the plan. */
  name: string | null;
  /** Its line. */
  line: string | null;
}

export interface ProcurementPreview {
  /** What the company did in one role. */
  asAuthority: ProcurementSide;
  /** What the company did in one role. */
  asSupplier: ProcurementSide;
  /** The days that this installation has loaded: nothing outside of them is counted. */
  coverage: Coverage[];
}

/** What the company did in one role. */
export interface ProcurementSide {
  /** Ordinary contracts; of a consortium’s, the share. */
  contracts: CountAndValue;
  /** Framework agreements: ceilings, not summed with contracts. */
  frameworks: CountAndValue;
  /** Call-offs under frameworks; of a consortium’s, the share. */
  callOffs: CountAndValue;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: CountAndValueOfPurchases;
  /** Newest first. */
  byYear: ProcurementYear[];
  /** By value, without ceilings of frameworks. */
  topPartners: Partner[];
  /** The five newest contracts, frameworks and call-offs, distinguished by `framework`. */
  latestContracts: LatestContract[];
  /** The five newest direct purchases, including those that were not completed (`state`). */
  latestDirectPurchases: LatestDirectPurchase[];
}

/** Ordinary contracts. */
export interface ProcurementSum {
  /** How many. */
  count: number;
  /** Sum of the known values, lei; 0 when there are no records, null when none has a value. */
  value: number | null;
  /** Number of them without a known value. */
  unknown: number;
}

/** By kind. */
export interface ProcurementTotals {
  /** Ordinary contracts. */
  contracts: ProcurementSum;
  /** Framework agreements: their values are ceilings, never summed with contracts. */
  frameworks: ProcurementSum;
  /** Call-offs under frameworks. */
  callOffs: ProcurementSum;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: PurchaseSum;
  /** Award notices of direct purchases made outside the catalogue. */
  awards: ProcurementSum;
}

export interface ProcurementYear {
  /** Year. */
  year: number;
  /** Ordinary contracts; of a consortium’s, the share. */
  contracts: CountAndValue;
  /** Framework agreements: ceilings, not summed with contracts. */
  frameworks: CountAndValue;
  /** Call-offs under frameworks; of a consortium’s, the share. */
  callOffs: CountAndValue;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: CountAndValueOfPurchases;
}

/** Net profits less losses, lei, and of how many companies. */
export interface ProfitSum {
  /** Net profits less losses, lei; null when nobody’s is known. */
  sum: number | null;
  /** Companies with this figure. */
  firms: number;
}

export interface Provenance {
  /** onrc, anaf, import or computed. */
  source: string;
  /** The day of the source’s data, or of its query. */
  asOf: string | null;
}

/** Direct purchases that were accepted, and those whose state is not published. */
export interface PurchaseSum {
  /** How many. */
  count: number;
  /** Sum of the known values, lei; 0 when there are no records, null when none has a value. */
  value: number | null;
  /** Number of them without a known value. */
  unknown: number;
  /** How many of them come from a source that does not publish whether the offer was accepted. */
  unknownState: number;
}

export interface Quartiles {
  /** A quarter of the firms is at or below it. */
  p25: number;
  /** Half of the firms is at or below it. */
  median: number;
  /** Three quarters of the firms are at or below it. */
  p75: number;
  /** Number of companies with a value, from which it was computed. */
  firms: number;
  /** The group of the computation: `group` where fewer than 30 firms of the class have the value. */
  level: "class" | "group";
}

export interface RankingMinimum {
  /** Figure of the balance sheet. */
  figure: string;
  /** Of this year’s balance sheet. */
  year: number;
  /** Lei, or heads for `employees`. */
  atLeast: number;
}

export interface RankingRow {
  /** 1 is the best; equals share a rank. */
  rank: number;
  /** In the same ranking of the year before; null when it was not in it. */
  previousRank: number | null;
  /** The group in which the company is ranked. */
  slice: Slice;
  /** What is ranked: `cifra`, `profit`, `angajati`, or the code of a ratio. */
  metric: string;
  /** The figure: lei, heads, or the ratio. */
  value: number;
  /** Fiscal code; null for firms that have none. */
  cui: string | null;
  /** Name as registered; null when there are only its balance sheets. */
  name: string | null;
  /** County of the seat. */
  county: string | null;
  /** Town or village of the seat. */
  locality: string | null;
  /** Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another. */
  caenRevision: string | null;
  /** Legal form. */
  legalForm: string | null;
  /** Operating, by the registry. */
  active: boolean | null;
  /** Turnover of `year`, lei. */
  turnover: number | null;
  /** Average number of employees in `year`. */
  employees: number | null;
  /** Year of the ranking, and of turnover and employees. */
  year: number;
}

/** The price of a currency. */
export interface Rate {
  /** Currency code, three letters. `XAU` is gold, by the gram. */
  currency: string;
  /** Name in Romanian; null for a code that is new to us. */
  name: string | null;
  /** Units that the bank publishes the price of: 1 or 100. */
  multiplier: number;
  /** Lei for one unit. */
  rate: number;
  /** Lei for `multiplier` units, as published. */
  published: number;
  /** How many lei one unit costs more than on the bank day before; null when it was not quoted then, and for averages. */
  change: number | null;
}

/** What the source answered. */
export interface ReceiptAnswer {
  /** The source: `anaf`. */
  source: string;
  /** False: the source has no such taxpayer on that day. */
  found: boolean;
  /** SHA-256 of the source’s record of this fiscal code as it came: its JSON without blanks, fields in the source’s order. */
  sha256: string;
  /** Instant of the answer. */
  at: string;
}

/** Remark on the receipt. */
export interface ReceiptCheck {
  /** Signed here, and nothing in it was altered. */
  valid: boolean;
  /** Why it is not valid; null when it is. */
  reason: ReceiptFlaw | null;
  /** What it states; null when it is not valid. */
  statement: ReceiptStatement | null;
  /** The key that signed it. */
  key: ReceiptKey | null;
  /** Null when the receipt is not valid. */
  record: "agrees" | "differs" | "notKept" | null;
  /** What a receipt proves, and what it does not. */
  note: string;
}

export interface ReceiptFlaw {
  /** Why it is not valid. */
  code: "malformed" | "algorithm" | "unknownKey" | "altered";
  /** The same in words. */
  message: string;
}

export interface ReceiptKey {
  /** Id of the key, as in `/.well-known/receipt-keys.json`. */
  kid: string;
  /** When it was replaced; null while it signs. */
  retiredAt: string | null;
}

/** As requested. */
export interface ReceiptQuestion {
  /** Fiscal code. */
  cui: string;
  /** The requested day. */
  date: string;
}

/** What the receipt states. */
export interface ReceiptStatement {
  /** Address of the service that signed it. */
  issuer: string;
  /** `romania`, or `demo`: an invented country, which proves nothing. */
  dataset: string;
  /** Id of the request, and the fiscal code. */
  id: string;
  /** Instant of the call, or of the source’s answer where that came later. */
  signedAt: string;
  /** The account that requested it. */
  account: string;
  /** As requested. */
  asked: ReceiptQuestion;
  /** What the source answered. */
  answered: ReceiptAnswer;
  /** The company on the day of `date`; only where a day or a receipt was requested. */
  told: OnDate;
  /** What the receipt proves, and what it does not. */
  note: string;
}

export interface RecordRow {
  /** What it is: `notice`, `contract`, `document`, `decision`, `caen`, `article`. */
  kind: string;
  /** Identifier among its kind. */
  id: string;
  /** Its title or first words. */
  title: string;
  /** Day of the record. */
  date: string | null;
  /** Path of the operation with the whole record; of a document, of the list that contains it. */
  url: string;
}

/** Number of them with a known day. */
export interface RegistrationCoverage {
  /** Registrations with a known day, of all years. */
  known: number;
  /** Registrations in the snapshot, those struck off too. */
  of: number;
}

/** New registrations, by their day. */
export interface Registrations {
  /** The last ten years, oldest first, every month. */
  months: MarketMonth[];
  /** Number of them with a known day. */
  coverage: RegistrationCoverage;
}

export interface RelatedCompany {
  /** Fiscal code; null for firms that have none. */
  cui: string | null;
  /** Name as registered. */
  name: string;
  /** County of the seat. */
  county: string | null;
  /** Town or village of the seat. */
  locality: string | null;
  /** Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another. */
  caenRevision: string | null;
  /** Legal form. */
  legalForm: string | null;
  /** Operating, by the registry. */
  active: boolean | null;
  /** Turnover of `year`, lei. */
  turnover: number | null;
  /** Average number of employees in `year`. */
  employees: number | null;
  /** Year of the newest balance sheet in the yearly files; the company’s own answers may have a newer one, from the tax authority’s web service. */
  year: number | null;
  /** False: connected only through an insolvency practitioner, a liquidator, an auditor or the like, which is not a tie; only on request. */
  tied: boolean;
  /** All ties between them. */
  via: Via[];
}

export interface Remark {
  /** Stable name of the remark, for programs. */
  code: string;
  /** The remark, in the language of the answer. */
  label: string;
}

export interface RenamedDocument {
  /** The document of the newer version. */
  documentId: string;
  /** That of the older one. */
  previousId: string;
  /** Its name in the newer version; null when it is withheld. */
  name: string | null;
  /** Its name in the older version; null when that is withheld. */
  previousName: string | null;
  /** Of one of the two; null: none is withheld. */
  withheld: WithheldDocument | null;
}

export interface ReplacedDocument {
  /** The document of the newer version. */
  documentId: string;
  /** That of the older one. */
  previousId: string;
  /** Its name in the newer version; null when it is withheld. */
  name: string | null;
  /** Its name in the older version; null when that is withheld. */
  previousName: string | null;
  /** Of one of the two; null: none is withheld. */
  withheld: WithheldDocument | null;
  /** `changed`: see `blocks`. `same`: the text is the same, the file is not. `replaced`: the texts have little in common. `unreadable`: one of them could not be read. `tooLong`: too long to be compared. `pending`: not compared yet, repeat the request. `notAsked`: `documentId` selects another document. */
  text: "changed" | "same" | "replaced" | "unreadable" | "tooLong" | "pending" | "withheld" | "notAsked";
  /** What changed, in the order of the text. */
  blocks: ChangedBlock[];
  /** How many there are; `blocks` has the first. */
  blocksCount: number;
}

/** What the report is about. */
export interface ReportedContract {
  /** Number of the contract. */
  number: string | null;
  /** Day of the contract. */
  date: string | null;
  /** Notice that began the procedure. */
  notice: string | null;
}

export interface ResignedDocument {
  /** The document of the newer version. */
  documentId: string;
  /** That of the older one. */
  previousId: string;
  /** Its name in the newer version; null when it is withheld. */
  name: string | null;
  /** Its name in the older version; null when that is withheld. */
  previousName: string | null;
  /** Of one of the two; null: none is withheld. */
  withheld: WithheldDocument | null;
  /** Null when it has no signature, or was not opened yet; `signers` lists each. */
  signatureVerdict: "valid" | "invalid" | "indeterminate" | null;
  /** The worst of each fact among its signatures; null like `signatureVerdict`. */
  signatureFacts: SignatureFacts | null;
  /** The same of the older one. Null when it had none. */
  previousVerdict: "valid" | "invalid" | "indeterminate" | null;
  /** The worst of each fact among its signatures; null like `signatureVerdict`. */
  previousFacts: SignatureFacts | null;
}

export interface SearchRow {
  /** Fiscal code; null for firms that have none. */
  cui: string | null;
  /** Name as registered today. */
  name: string;
  /** Trade-register number, 13-digit form; null outside the trade registry. */
  registrationNumber: string | null;
  /** Town or village of the seat. */
  locality: string | null;
  /** County of the seat. */
  county: string | null;
  /** The deciding registry status, in words. */
  statusLabel: string | null;
  /** Operating, by the registry; outside it by the tax authority. */
  active: boolean | null;
  /** Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one. */
  caenCode: string | null;
  /** Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another. */
  caenRevision: string | null;
  /** Status by the trade registry and by the stored answer of the tax authority; null when neither states one. */
  status: CompanyStatus | null;
  /** Declared inactive by the tax authority, as of the last query; null where it never answered. */
  inactive: boolean | null;
  /** Registration for VAT as of the last query of the tax authority; null where it never answered about this company. */
  vatStatus: "registered" | "notRegistered" | "canceled" | "unknown" | null;
  /** Title of `caenCode` in its revision; null when there is no code, or no title of it. */
  caenTitle: string | null;
  /** What was recognised. `typo`: a name that is near to what was typed; `partial`: a name with some of the words only. */
  matched: "name" | "formerName" | "cui" | "registrationNumber" | "typo" | "partial";
}

/** What was looked through, and what could not be. */
export interface SearchStanding {
  /** Documents that were searched, as a whole or in part. */
  documents: number;
  /** Their pages with text. */
  pages: number;
  /** Documents that could not be searched, or not to their end. */
  notSearchedCount: number;
  /** Which of them, and why: some of them if there are very many. */
  notSearched: NotSearched[];
}

export interface SearchedAll {
  /** Companies, best first. */
  companies: SearchRow[];
  /** People of that name. */
  people: PersonRow[];
  /** Notices, contracts, names of their documents, decisions, activities, articles. */
  records: RecordRow[];
}

/** The status of the service and its sources. */
export interface ServiceHealth {
  /** `degraded`: a source fails, a publication is stale or unreadable, hosts count alone, or no host runs the jobs, and stored data is served; `down`: no live source answers. */
  status: "ok" | "degraded" | "down";
  /** The sources that are queried live; null when their state cannot be read at the moment. */
  upstreams: Upstream[] | null;
  /** The publications that were loaded. */
  sources: LoadedSource[];
  /** Counting of requests: `host`, on this host; `shared`, for all hosts together; `alone`, on each host because the shared counters do not answer; `off`, none. */
  limits: "host" | "shared" | "alone" | "off";
  /** The standby that this host reads the dataset from; null where it has none. */
  standby: Standby | null;
  /** The jobs that one host runs for the whole installation: collecting, building, e-mails, plans. */
  duties: Duties;
  /** Null while no host has checked its trust store yet, or when its state cannot be read. */
  signatures: SignatureTrust | null;
  /** The generation of the dataset that is served. */
  generation: string;
  /** Version of the software. */
  version: string;
}

export interface Shareholder {
  /** Identifier for /api/person/{id}; null for companies and hidden persons. */
  personId: string | null;
  /** Name as registered; null when the person asked to be hidden. */
  name: string | null;
  /** Natural person or company. */
  kind: "person" | "company";
  /** Fiscal code, when the holder is a company. */
  cui: string | null;
  /** Country of a holder abroad, as the list states it; null where it states none. */
  country: string | null;
  /** Share of the capital in percent. */
  percent: number | null;
  /** Since when. */
  since: string | null;
  /** True when the person asked to be hidden. */
  gdprHidden: boolean;
}

export interface SignatureCertificate {
  /** ISO instant. */
  validFrom: string;
  /** ISO instant. */
  validTo: string;
  /** Kind and strength of its key. */
  key: string;
}

/** How many documents the signatures are of. */
export interface SignatureCounts {
  /** Documents of the version. */
  documents: number;
  /** Number of them with a signature or a signed container; one with a detached signature counts once. */
  signed: number;
  /** Opened, and without any. */
  unsigned: number;
  /** Not opened yet. */
  notOpened: number;
  /** Could not be fetched. */
  failed: number;
  /** Withheld: no details. */
  withheld: number;
}

/** What is known beside the verdict. `valid` needs `intact`, `trusted`, and `good` or `later`. */
export interface SignatureFacts {
  /** Whether what was signed is what lies here. */
  integrity: "intact" | "altered" | "unknown";
  /** Whether the certificate leads to a trusted authority. */
  chain: "trusted" | "untrusted" | "expired" | "revoked" | "unknown";
  /** `later`: revoked, but after the time for which the signature is verified. `notChecked`: no current list or answer. */
  revocation: "good" | "revoked" | "later" | "notChecked";
}

/** Whether the certificate was revoked. */
export interface SignatureRevocation {
  /** `later`: revoked, but after the time for which the signature is verified. `notChecked`: no current list or answer. */
  status: "good" | "revoked" | "later" | "notChecked";
  /** The source. */
  source: "crl" | "ocsp" | null;
  /** When that was created. */
  asOf: string | null;
  /** When it was revoked. */
  revokedAt: string | null;
}

export interface SignatureTimestamp {
  /** When the time-stamping authority saw the signature; null when it cannot be read. */
  time: string | null;
  /** Name of that authority, as its certificate gives it. */
  authority: string | null;
  /** Whether it was relied on. */
  valid: boolean;
}

/** What verdicts on signatures rest on: the trusted authorities and their lists of revoked certificates. */
export interface SignatureTrust {
  /** `trustStoreEmpty`: no authority is trusted; `trustedListOld`: the next trusted list is overdue; `listsMissing`, `listsOld`: a list of revoked certificates was never downloaded, or has expired. In all but `ok`, intact signatures may be `indeterminate`. */
  state: "ok" | "trustStoreEmpty" | "trustedListOld" | "listsMissing" | "listsOld";
  /** Trusted authorities. */
  authorities: number;
  /** When the next trusted list is due, ISO instant; null when none was imported, or it names no day. */
  trustedListUntil: string | null;
  /** Lists of revoked certificates that are current. */
  listsCurrent: number;
  /** Those that have expired. */
  listsOld: number;
  /** Those that could never be downloaded. */
  listsMissing: number;
}

/** The signer. The personal number of the subject is never returned. */
export interface SignerIdentity {
  /** As the certificate names the signer; without hidden persons. */
  name: string | null;
  /** As the certificate names it. */
  organisation: string | null;
  /** Two letters. */
  country: string | null;
  /** Issuer of the certificate. */
  issuer: string | null;
  /** Serial number of the certificate; null for hidden persons. */
  certificateSerial: string | null;
  /** Digest of the certificate; null for hidden persons. */
  certificateSha256: string | null;
}

/** The group in which the company is ranked. */
export interface Slice {
  /** All companies, those of a county, or those of an activity. */
  kind: "national" | "judet" | "caen";
  /** `RO`, the county’s slug, or revision and CAEN class: `rev3:4711`. */
  value: string;
  /** The same in words. */
  label: string;
}

export interface SnippetMatch {
  /** Where it begins in `snippet`, in UTF-16 units. */
  start: number;
  /** Behind its last letter. */
  end: number;
}

export interface SoldToTheState {
  /** Ordinary contracts; of a consortium’s, the share. */
  contracts: CountAndValue;
  /** Call-offs under frameworks. */
  callOffs: CountAndValue;
  /** Direct purchases that were accepted, and those whose state is not published. */
  directPurchases: CountAndValueOfPurchases;
}

/** One public source that the answer rests on. */
export interface SourceStamp {
  /** The source. */
  name: string;
  /** The parts of the answer that it covers, one row for each source of each part: `registry`, `finances`, `shareholders`, `debts`, `gazette`, `procurement`, `rates` … as `notLoaded` names them; `fiscal` and `balances` for the two services of the tax authority, `recentProcurement` for data of the procurement system since the last export. */
  covers: string[];
  /** The last day that it covers, as its content proves or its publisher names; null where unknown, and for a service that describes the present. */
  asOf: string | null;
  /** When it was read; null when the source never answered about this. */
  fetchedAt: string | null;
  /** Licence under which it is published. */
  licence: string | null;
  /** The publication, page or service that was read: the page of the data set on data.gov.ro, for data from there; of several publications (balance sheets of many years), the newest. Null where it is not recorded, as for files that the operator imported. In the demo a name, `urn:firmoteca:demo:…`, because its invented data was never published. */
  url: string | null;
  /** Present only where the source was queried for this answer and did not answer: `unreachable` when it failed, `pending` when it takes longer than callers wait. Its data in the answer is then of `fetchedAt`; when that is null, its fields are null because they are unknown. */
  state?: "unreachable" | "pending";
}

/** The database server that the dataset is read from. */
export interface Standby {
  /** `reading`: the dataset is read there; in every other state on the primary. `behind`: too far behind, or not migrated to this version yet; `away`: it does not answer; `promoted`: it is no longer a standby; `foreign`: it is a copy of another database, or follows another primary (another timeline); `unknown`: not checked yet. */
  state: "reading" | "behind" | "away" | "promoted" | "foreign" | "unknown";
  /** For how long the primary has been ahead of it; 0 when it has everything. Null when unknown. */
  lagSeconds: number | null;
  /** Bytes of the primary’s log that it has not replayed yet. */
  lagBytes: number | null;
}

/** Two sources that know a part each: they are not added up. */
export interface StrikeOffs {
  /** By comparing snapshots of the registry, which does not publish the day; null before there are two. */
  changeLog: StrikeOffsOfChangeLog | null;
  /** Counts the companies that had been queried when this generation was built; null when none had, as in the first generation of an installation. */
  taxAuthority: StrikeOffsOfTaxAuthority | null;
}

export interface StrikeOffsOfChangeLog {
  /** Oldest first. */
  months: StrikeOffsSeen[];
  /** Which snapshots were compared. */
  coverage: ChangeLogCoverage;
}

export interface StrikeOffsOfTaxAuthority {
  /** By the day that the tax authority gives; the last ten years, oldest first, months with any. */
  months: MarketMonth[];
  /** Number of companies that were queried. */
  coverage: TaxAuthorityCoverage;
}

export interface StrikeOffsSeen {
  /** Month of the snapshots that showed them, `YYYY-MM`. */
  month: string;
  /** Day of the snapshot before: they were struck off after it. */
  since: string;
  /** Registrations that were struck off in between. */
  companies: number;
}

/** How many, and their value together. */
export interface SupplierDeals {
  /** How many. */
  count: number;
  /** Sum of the known values, lei; of a consortium’s contract the share. 0 when there are no records, null when none has a value. */
  value: number | null;
}

export interface SupplierReport {
  /** Identifier of the report. */
  ackDocId: string;
  /** A contracting authority or a supplier. */
  supplier: ProcurementParty;
  /** A contracting authority or a supplier. */
  authority: ProcurementParty;
  /** What the report is about. */
  contract: ReportedContract;
  /** Day it was issued. */
  issuedAt: string;
  /** Primary, final, or as the report calls itself. */
  kind: string;
  /** Null when it does not say. */
  rating: "fulfilled" | "partly" | "notFulfilled" | null;
  /** Damages. */
  damages: Damages;
  /** Text of the report; its beginning in lists. */
  text: string;
  /** The document itself, where it was collected. */
  documentId: string | null;
}

/** Number of companies that were queried. */
export interface TaxAuthorityCoverage {
  /** Registrations that the tax authority had reported when this generation was built. */
  observed: number;
  /** Registrations in the snapshot. */
  of: number;
}

export interface TaxDebt {
  /** Outstanding debts in lei. */
  total: number;
  /** Day of the published list. */
  asOf: string;
}

export interface TextPage {
  /** From 1, over all that was read. */
  number: number;
  /** As the file counts, or the file inside of an archive. */
  page: number;
  /** Name of the file inside of an archive; null when it is none. */
  entry: string | null;
  /** Its text; personal numbers and names of hidden persons are redacted. */
  text: string;
  /** `ocr`: read by OCR, letters may be wrong. */
  source: "text" | "ocr";
}

export interface TimelineEvent {
  /** The day that orders the list: `eventDate`, or `seenOn` where that is null. */
  date: string;
  /** Day of the event according to its source; of a balance sheet, the last day of its year. Null for changes that were only observed between two snapshots of the registry: they happened after the older snapshot, on `seenOn` at the latest. */
  eventDate: string | null;
  /** Day of the first snapshot of the registry that has it; null for events from other sources, and for facts older than the first snapshot. */
  seenOn: string | null;
  /** What kind of event. */
  kind: "registration" | "name" | "status" | "address" | "legalForm" | "officerAdded" | "officerRemoved" | "removed" | "vatStart" | "vatEnd" | "vatCanceled" | "inactive" | "reactivated" | "eFactura" | "deregistration" | "balance" | "gazette" | "procurement";
  /** The event in a few words. */
  title: string;
  /** The values before and after, or the text of the source. */
  details: string | null;
  /** The source of the statement. */
  source: "onrc" | "anaf" | "gazette" | "seap";
  /** Of a Gazette event: the act, for `/api/decisions/{id}`. */
  decisionId: string | null;
  /** Of a contract: its id, for `/api/seap/contracts/{number}`. */
  contractId: string | null;
  /** Of a direct purchase: its id. */
  purchaseId: string | null;
}

export interface TopSupplier {
  /** Place by value, contracts and call-offs together. */
  rank: number;
  /** A contracting authority or a supplier. */
  supplier: ProcurementParty;
  /** How many, and their value together. */
  contracts: SupplierDeals;
  /** How many, and their value together. */
  callOffs: SupplierDeals;
  /** Purchases that were accepted, or whose state is not published; null when the list is narrowed by town, which purchases do not have. */
  directPurchases: SupplierDeals | null;
  /** Share of the value of contracts and call-offs of all suppliers, 0-1; null without a known value. */
  share: number | null;
  /** Authorities that bought from it. */
  authoritiesCount: number;
  /** Day of the first deal. */
  firstDate: string | null;
  /** Day of the last deal. */
  lastDate: string | null;
}

/** The unit of the State Treasury that holds the account. */
export interface Treasury {
  /** Three digits, as in `TREZ002`. */
  code: string;
  /** Name of the unit. */
  name: string;
  /** The town it serves first; null for a county’s own unit. */
  locality: string | null;
  /** County. */
  county: string;
}

/** An account for paying a tax. */
export interface TreasuryIban {
  /** The IBAN, 24 characters. */
  iban: string;
  /** The unit of the State Treasury that holds the account. */
  treasury: Treasury;
  /** Symbol of the account: `20A100101` is for VAT, `5503` is the single account. */
  account: string;
  /** What is paid into it, in Romanian. */
  taxName: string;
  /** The same in English; null when we have no translation. */
  taxNameEn: string | null;
  /** Budget that it belongs to: `state`, `state+social`, `local` …; null when unknown. */
  budget: string | null;
  /** Whether the check digits are right (ISO 7064, modulo 97). */
  valid: boolean;
  /** `published`: read in a published list. `computed`: by the published rule from treasury and account. */
  evidence: "published" | "computed";
  /** What to see to before paying; null for published ones. */
  warning: string | null;
}

/** Turnover together, lei, and of how many companies. */
export interface TurnoverSum {
  /** Turnover together, lei; null when nobody’s is known. */
  sum: number | null;
  /** Companies with this figure. */
  firms: number;
}

/** A source that is queried live. */
export interface Upstream {
  /** `anaf` (tax authority), `bilant` (its balance sheets), `bnr` (national bank), and further ones that were queried. */
  name: string;
  /** `degraded`: the last request failed; `down`: so many failed that requests are paused; `unknown`: not queried yet. */
  state: "ok" | "degraded" | "down" | "unknown";
  /** When it last answered as it should, ISO instant. */
  lastSuccess: string | null;
  /** When it last did not. */
  lastFailure: string | null;
  /** How it failed last: `timeout`, `rejected`, `html`, `firewall` (a firewall in front of it refuses our requests), `blocked` (it has shut out the address of this service) … */
  failureReason: string | null;
  /** How long its last answer took. */
  latencyMs: number | null;
  /** The circuit breaker: `closed` sends requests, `open` does not, `halfOpen` sends one. */
  breaker: "closed" | "open" | "halfOpen" | null;
  /** Seconds since the last success. */
  lagSeconds: number | null;
}

/** What an account used. */
export interface Usage {
  /** Id of the account. */
  account: string;
  /** First day. */
  from: string;
  /** Last day. */
  to: string;
  /** Everything together, lines that are left out too. */
  total: UsageTotal;
  /** Lines there are. */
  linesTotal: number;
  /** Newest day first, 20000 at most: if `linesTotal` is more, ask for fewer days. */
  lines: UsageLine[];
}

/** Requests of one key for one operation on one day. */
export interface UsageLine {
  /** Day, in Romanian time. */
  day: string;
  /** The operation, by its id in the OpenAPI document. */
  operation: string;
  /** Id of the key that was sent; `agents` for apps that speak for the account, null for signed-in browsers. */
  key: string | null;
  /** All requests that were answered, in whatever way. */
  requests: number;
  /** Those of them that were answered 4xx, 429 among them. */
  refused: number;
  /** Those of them that were answered 5xx. */
  failed: number;
}

/** Everything together, lines that are left out too. */
export interface UsageTotal {
  /** All requests that were answered, in whatever way. */
  requests: number;
  /** Those of them that were answered 4xx, 429 among them. */
  refused: number;
  /** Those of them that were answered 5xx. */
  failed: number;
}

export interface ValueFacet {
  /** Least estimated value, lei; null for notices without a value in lei. */
  from: number | null;
  /** The first value above the band; null where there is no upper end. */
  to: number | null;
  /** Matches. */
  count: number;
}

export interface ValuePercentiles {
  /** Lei. */
  p10: number;
  /** Lei. */
  p25: number;
  /** Lei. */
  p50: number;
  /** Lei. */
  p75: number;
  /** Lei. */
  p90: number;
}

export interface ValueSpread {
  /** Lei; null where only purchases have a value. */
  p10: number | null;
  /** Lei; null where only purchases have a value. */
  p25: number | null;
  /** Lei; null where only purchases have a value. */
  p50: number | null;
  /** Lei; null where only purchases have a value. */
  p75: number | null;
  /** Lei; null where only purchases have a value. */
  p90: number | null;
  /** Of contracts. */
  contracts: ValuePercentiles | null;
  /** Of call-offs. */
  callOffs: ValuePercentiles | null;
  /** Of purchases. */
  directPurchases: ValuePercentiles | null;
}

export interface VatPeriod {
  /** First day of the period. */
  start: string | null;
  /** Last day; null while it lasts. */
  end: string | null;
  /** Day on which the authority canceled the registration. */
  canceledAt: string | null;
  /** The reason, as published. */
  message: string | null;
}

/** What the figures say, in one word and its reasons. */
export interface Verdict {
  /** From the zone of `z`, lowered by the rules that fired. No advice on credit. */
  code: "solid" | "fair" | "watch" | "distress" | "undetermined";
  /** The verdict in words. */
  label: string;
  /** What decided it, the gravest first. */
  reasons: Finding[];
}

/** What the figures say, in one word and its reasons. */
export interface VerdictPreview {
  /** From the zone of `z`, lowered by the rules that fired. No advice on credit. */
  code: "solid" | "fair" | "watch" | "distress" | "undetermined";
  /** The verdict in words. */
  label: string;
  /** What decided it, the gravest first, without the figures behind it. */
  reasons: Remark[];
}

export interface Via {
  /** The role of the connecting person or company in the related company; where the related company itself is the officer or shareholder, its role here; or the shared address. `insolvencyPractitioner`: appointed by a court in one of the two, which is not a tie; only on request. */
  kind: "administrator" | "shareholder" | "owner" | "address" | "insolvencyPractitioner" | "representative";
  /** The title as registered, several by commas; null for shareholders and addresses, and where none is registered. */
  role: string | null;
  /** The person who connects them; null for companies and addresses. */
  personId: string | null;
  /** Fiscal code of the company that connects them; null for persons and addresses, and where unknown. */
  cui: string | null;
  /** Name of the person or company that ties them. */
  name: string | null;
  /** The shared address. */
  address: string | null;
}

export interface WithheldDocument {
  /** The reason that the operator of this installation gave. */
  why: string;
  /** ISO instant. */
  since: string;
}
