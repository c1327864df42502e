/**
 * Questions of users, with the first tool call that an agent with only the tool list should make. They name real records of the demo
 * country. `tool` or one of `or` is right; the arguments must match the question, but the words of a search may differ, and defaults
 * may be omitted or given.
 */
export interface Question {
  question: string;
  /** Null: no tool helps, so none should be called. */
  tool: string | null;
  arguments: Readonly<Record<string, unknown>>;
  /** Other tools with a right answer. */
  or?: readonly string[];
  /** The next call, with values of the answer: `=results.0.id`. */
  next?: { tool: string; arguments: Readonly<Record<string, string>> };
  /** A question about the account, for the endpoint with account tools. */
  account?: true;
  /** Expected values of the last answer by path, `*` for any row of a list: a value, or a pattern in slashes. */
  holds?: Readonly<Record<string, unknown>>;
}

export const questions: readonly Question[] = [
  {
    question: 'Care e CUI-ul firmei Zimbrul Auriu Industrii?',
    tool: 'search',
    arguments: { query: 'Zimbrul Auriu Industrii' },
    holds: { 'results.0.id': 'company:90000014' },
  },
  {
    question: "I only remember the name is something like 'Luminis Digitl'. Which company is that?",
    tool: 'search',
    arguments: { query: 'Luminis Digitl' },
    holds: { 'results.0.id': 'company:90000022' },
  },
  {
    question: 'Sunt trei firme numite Vântul de Miazănoapte? Unde au sediul?',
    tool: 'search',
    arguments: { query: 'Vantul de Miazanoapte' },
    holds: { 'results.0.about': '/Cluj/', 'results.1.about': '/București/', 'results.2.about': '/Iași/' },
  },
  {
    question: 'În ce firme apare Haralambie Cutezătoru ca administrator?',
    tool: 'search',
    arguments: { query: 'Haralambie Cutezatoru' },
    next: { tool: 'get_person', arguments: { id: '=results.0.id' } },
    holds: { name: '/CUTEZĂTORU/', 'companies.*.roles': '/administrator/', total: 51 },
  },
  {
    question: 'What dividend did the shareholders of Zimbrul Auriu Industrii approve for 2023?',
    tool: 'search',
    arguments: { query: 'Zimbrul Auriu hotararea' },
    next: { tool: 'fetch', arguments: { id: '=results.0.id' } },
    holds: { text: '/dividend brut de 0,85 lei/' },
  },
  {
    question: 'Firma cu CUI 90000022 mai e activă?',
    tool: 'get_company',
    arguments: { cui: '90000022' },
    holds: { 'company.active': true, 'company.name': 'LUMINIS DIGITAL SRL' },
  },
  {
    question: 'Is RO90000103 registered for VAT?',
    tool: 'get_company',
    arguments: { cui: 'RO90000103', include: ['vat'] },
    holds: { 'vat.registered': false },
  },
  {
    question: 'Firma 90000090 era plătitoare de TVA pe 1 martie 2020?',
    tool: 'get_company',
    arguments: { cui: '90000090', date: '2020-03-01' },
    holds: { 'onDate.date': '2020-03-01', 'onDate.vatRegistered': true },
  },
  {
    question: 'Is company 90000030 insolvent?',
    tool: 'get_company',
    arguments: { cui: '90000030' },
    holds: { 'company.insolvency': true },
  },
  {
    question: 'Cine administrează firma cu codul fiscal 90000014?',
    tool: 'get_company',
    arguments: { cui: '90000014', include: ['directors'] },
    or: ['get_company_network'],
    holds: { 'directors.people.*.role': '/consiliu de administrație/' },
  },
  {
    question: 'Pe ce loc e 90000014 în clasamentele naționale?',
    tool: 'get_company',
    arguments: { cui: '90000014', include: ['rankings'] },
    holds: { 'rankings.positions.0.rank': 1 },
  },
  {
    question: 'What has been published in Monitorul Oficial about company 90000014?',
    tool: 'get_company',
    arguments: { cui: '90000014', include: ['decisions'] },
    holds: { 'decisions.decisions.*.title': '/ACT ADIȚIONAL/' },
  },
  {
    question: 'Give me the history of 90000057: when was it founded, when did it disappear?',
    tool: 'get_company',
    arguments: { cui: '90000057', include: ['timeline'] },
    holds: {
      'company.registrationDate': '1994-11-08',
      'company.deregistrationDate': '2026-07-18',
      'timeline.events.*.title': '/./',
    },
  },
  {
    question: 'Ce cifră de afaceri a avut Zimbrul Auriu (90000014) în 2024?',
    tool: 'get_company_financials',
    arguments: { cui: '90000014', fromYear: 2024, toYear: 2024 },
    holds: { 'years.0.year': 2024, 'years.0.turnover': 5634353972 },
  },
  {
    question: 'How many employees did 90000022 have each year since 2021?',
    tool: 'get_company_financials',
    arguments: { cui: '90000022', fromYear: 2021 },
    holds: { 'years.0.employees': 303, 'years.4.year': 2021 },
  },
  {
    question: 'Pot să-i dau marfă pe credit firmei 90000243? E solvabilă?',
    tool: 'assess_company_solvency',
    arguments: { cui: '90000243' },
    holds: { verdict: 'distress', 'reasons.*': '/Negative equity/' },
  },
  {
    question: 'How likely is 90000014 to go bankrupt?',
    tool: 'assess_company_solvency',
    arguments: { cui: '90000014' },
    holds: { verdict: 'fair', 'score.zone': 'grey' },
  },
  {
    question: 'Ce alte firme mai au aceiași acționari sau aceeași adresă ca 90000316?',
    tool: 'list_related_companies',
    arguments: { cui: '90000316' },
    or: ['get_company_network'],
    holds: { 'companies.*.name': '/GHINDA VERDE/' },
  },
  {
    question: 'Who owns 90000324 and with what percentage, and what else do those owners hold?',
    tool: 'get_company_network',
    arguments: { cui: '90000324' },
    holds: { 'roles.*.percent': 75, 'roles.*.holder.name': '/STEJARUL BATRAN/' },
  },
  {
    question:
      'Verifică te rog lista asta de furnizori, să nu fie vreunul inactiv sau în insolvență: 90000014, 90000030, 90000081, 90000057',
    tool: 'look_up_companies',
    arguments: { cuis: ['90000014', '90000030', '90000081', '90000057'] },
    holds: {
      'companies.1.company.statusLabel': '/Insolven/',
      'companies.2.company.inactive': true,
      'companies.3.company.statusLabel': '/Radiat/',
    },
  },
  {
    question: 'Which of these fiscal codes are wrong: 90000014, 90000015, 12?',
    tool: 'look_up_companies',
    arguments: { cuis: ['90000014', '90000015', '12'] },
    holds: { 'companies.0.found': true, 'companies.1.error': '/check digit/', 'companies.2.found': false },
  },
  {
    question: 'Ce firme sunt în județul Brașov, cele mai mari întâi?',
    tool: 'list_companies',
    arguments: { county: 'Brașov' },
    or: ['get_rankings'],
    holds: { 'companies.0.cui': '90000014' },
  },
  {
    question: 'List the companies in Cluj-Napoca.',
    tool: 'list_companies',
    arguments: { county: 'Cluj', city: 'Cluj-Napoca' },
    holds: { 'companies.*.cui': '90000022', 'companies.0.locality': 'Cluj-Napoca' },
  },
  {
    question: 'Which are the ten biggest Romanian companies by turnover?',
    tool: 'get_rankings',
    arguments: { metric: 'turnover' },
    holds: { 'companies.0.cui': '90000014', 'companies.9.rank': 10 },
  },
  {
    question: 'Cine are cei mai mulți angajați în județul Brașov?',
    tool: 'get_rankings',
    arguments: { metric: 'employees', county: 'Brașov' },
    holds: { 'companies.0.value': 20185, 'companies.0.cui': '90000014' },
  },
  {
    question: 'Care firme au crescut cel mai repede anul trecut?',
    tool: 'get_rankings',
    arguments: { metric: 'growth' },
    holds: { 'companies.0.name': 'LUMINIS DIGITAL SRL', formula: '/turnover/' },
  },
  {
    question: 'Câte firme sunt în total în România și câte funcționează?',
    tool: 'get_market_statistics',
    arguments: {},
    holds: { companies: 300, active: 155 },
  },
  {
    question: 'How big is the software development business in Romania (CAEN 6210), all companies together?',
    tool: 'get_market_statistics',
    arguments: { caen: '6210' },
    holds: { activity: '/6210/', 'byYear.0.turnover': 84308793 },
  },
  {
    question: 'Cât e euro azi la BNR?',
    tool: 'get_exchange_rates',
    arguments: { currencies: ['EUR'] },
    or: ['convert_currency'],
    holds: { 'rates.0.currency': 'EUR', 'rates.0.rate': 5.2279 },
  },
  {
    question: 'How has the dollar moved against the leu over the past two weeks?',
    tool: 'get_exchange_rate_history',
    arguments: { currency: 'USD' },
    holds: { currency: 'USD', 'days.9.date': '2026-11-02' },
  },
  {
    question: 'Câți lei fac 1.250 de euro la cursul din 5 martie 2026?',
    tool: 'convert_currency',
    arguments: { amount: 1250, from: 'EUR', to: 'RON', date: '2026-03-05' },
    holds: { result: 6367.125, effectiveDate: '2026-03-05' },
  },
  {
    question: 'Vreau să-mi deschid o brutărie. Ce cod CAEN îmi trebuie?',
    tool: 'find_caen_code',
    arguments: { query: 'brutarie' },
    holds: { 'classes.0.code': '1071' },
  },
  {
    question: 'What does CAEN 4711 stand for?',
    tool: 'find_caen_code',
    arguments: { query: '4711' },
    holds: { 'classes.0.titleEn': '/food, beverages/' },
  },
  {
    question: 'În ce cont de trezorerie plătesc TVA în Cluj?',
    tool: 'find_treasury_account',
    arguments: { query: 'TVA Cluj' },
    holds: { 'accounts.0.iban': 'RO32TREZ21620A100101XTVA', 'accounts.0.county': 'Cluj' },
  },
  {
    question: 'Any recent announcements from the Romanian tax office about filing deadlines?',
    tool: 'search_press',
    arguments: { query: 'termene de depunere' },
    holds: { 'releases.0.title': '/declarațiile fiscale se depun până la/' },
  },
  {
    question: 'Ce licitații sunt deschise acum pentru lucrări de drumuri?',
    tool: 'search_tenders',
    arguments: { query: 'drum', openOnly: true },
    holds: { 'tenders.*.notice': 'CN1000001', 'tenders.0.open': true },
  },
  {
    question:
      'Which tenders has the municipality of Piatra Vulturului (400000053) announced since January 2023, most valuable first?',
    tool: 'search_tenders',
    arguments: { authorityCui: '400000053', dateFrom: '2023-01-01', sort: 'value' },
    holds: { 'tenders.0.estimatedValue': 9898660, 'tenders.0.authority.cui': '400000053' },
  },
  {
    question: 'Caut licitații pentru pompe de peste 500.000 de lei.',
    tool: 'search_tenders',
    arguments: { query: 'pompe', minValue: 500000 },
    holds: { 'tenders.*.notice': 'CN1000002', 'tenders.1.estimatedValue': 698610 },
  },
  {
    question: 'Până când se pot depune oferte la CN1000001?',
    tool: 'get_tender',
    arguments: { notice: 'CN1000001' },
    holds: { 'tender.deadlineAt': '2026-12-20T07:00:00.000Z', 'tender.open': true },
  },
  {
    question: 'What are the lots of tender CN1000001 and what is each estimated at?',
    tool: 'get_tender',
    arguments: { notice: 'CN1000001' },
    holds: { total: 3, 'lots.2.value': 953570 },
  },
  {
    question: 'Ce fișiere a publicat autoritatea la anunțul CN1000003?',
    tool: 'list_tender_documents',
    arguments: { notice: 'CN1000003' },
    holds: { 'documents.*.name': '/CAIET DE SARCINI/', 'documentation.documentsCount': 8 },
  },
  {
    question: 'Who signed the specification of tender CN1000003, and does the signature hold?',
    tool: 'list_tender_documents',
    arguments: { notice: 'CN1000003' },
    holds: { 'documents.*.signatures.*.signer.name': 'Iosif Preda', 'documents.*.signatures.*.integrity': 'intact' },
  },
  {
    question: 'Ce garanție se cere în documentația licitației CN1000003?',
    tool: 'search_tender_documents',
    arguments: { notice: 'CN1000003', query: 'garantie' },
    holds: { 'hits.*.snippet': '/48 de luni/' },
  },
  {
    question: 'What delay penalties does tender CN1000003 set?',
    tool: 'search_tender_documents',
    arguments: { notice: 'CN1000003', query: 'penalitati intarziere' },
    holds: { 'hits.*.snippet': '/0,6%/' },
  },
  {
    question: 'Citește-mi pagina 2 din documentul CN1000003-00011.',
    tool: 'read_tender_document',
    arguments: { documentId: 'CN1000003-00011', fromPage: 2 },
    holds: { 'pages.0.page': 2, 'pages.0.text': '/IP54/' },
  },
  {
    question: 'Did they change anything in the documents of CN1000003 after publishing them?',
    tool: 'compare_tender_versions',
    arguments: { notice: 'CN1000003' },
    holds: { toVersion: 3, 'changes.*.before': '/36 de luni/', 'changes.*.after': '/48 de luni/' },
  },
  {
    question: 'Ce contracte publice a câștigat Castorul Harnic Distribuție (90000359)?',
    tool: 'list_contracts',
    arguments: { cui: '90000359', role: 'supplier' },
    holds: { 'contracts.*.number': 'PV-1/POMPE', 'contracts.*.suppliers.*.cui': '90000359' },
  },
  {
    question: 'Show me construction contracts (CPV 45) signed in 2023.',
    tool: 'list_contracts',
    arguments: { cpv: '45', dateFrom: '2023-01-01', dateTo: '2023-12-31' },
    holds: { 'contracts.0.date': '/^2023/', 'contracts.0.cpv.code': '/^45/' },
  },
  {
    question: 'Cine a câștigat contractul PV-1/POMPE și câte oferte au fost?',
    tool: 'get_contract',
    arguments: { contract: 'PV-1/POMPE' },
    holds: {
      'contract.suppliers.0.cui': '90000359',
      'contract.suppliers.1.cui': '90000014',
      'contract.offersReceived': 1,
    },
  },
  {
    question: 'Ce a cumpărat direct, fără licitație, primăria cu CUI 400000053 în octombrie 2026?',
    tool: 'list_direct_purchases',
    arguments: { cui: '400000053', role: 'authority', dateFrom: '2026-10-01', dateTo: '2026-10-31' },
    holds: { 'purchases.0.finalizedAt': '/^2026-10/', 'purchases.0.authority.cui': '400000053' },
  },
  {
    question: 'Which purchases outside the electronic catalogue did 400000053 report?',
    tool: 'list_direct_purchases',
    arguments: { cui: '400000053', role: 'authority', outsideCatalogue: true },
    holds: { 'purchases.0.id': '/^DAN/' },
  },
  {
    question: 'Cât de dependentă e firma 90000359 de un singur client public?',
    tool: 'analyze_procurement',
    arguments: { cui: '90000359', role: 'supplier' },
    holds: { 'sides.0.topPartners.0.share': 0.6918, 'sides.0.topPartners.0.cui': '400000053' },
  },
  {
    question: 'How much does the city 400000053 spend publicly per year and who are its main suppliers?',
    tool: 'analyze_procurement',
    arguments: { cui: '400000053', role: 'authority' },
    holds: { 'sides.0.byYear.0.year': 2026, 'sides.0.topPartners.*.name': '/./' },
  },
  {
    question: 'Cât de concentrată e piața publică de lucrări de construcții și cine vinde cel mai mult?',
    tool: 'analyze_market',
    arguments: { cpv: '45' },
    holds: { 'concentration.suppliers': 7, 'topSuppliers.0.rank': 1 },
  },
  {
    question: 'What did the state spend on medical supplies (CPV 33) in 2025?',
    tool: 'analyze_market',
    arguments: { cpv: '33', dateFrom: '2025-01-01', dateTo: '2025-12-31' },
    holds: { 'totals.directPurchases.value': 383402.68, 'byYear.0.year': 2025 },
  },
  {
    question: 'A avut 90000359 probleme la executarea contractelor, i s-au cerut daune?',
    tool: 'list_supplier_reports',
    arguments: { cui: '90000359' },
    holds: { 'reports.*.damagesClaimed': true, 'reports.*.damagesAmount': 8855.4 },
  },
  {
    question: 'What exactly does the performance report DC20000061 say?',
    tool: 'list_supplier_reports',
    arguments: { reportId: 'DC20000061' },
    holds: { 'reports.0.text': '/daune-interese pentru întârzierea executării/' },
  },
  {
    question: 'ANAF a publicat calendarul obligațiilor fiscale pe 2026. Ce scrie în el?',
    tool: 'search_press',
    arguments: { query: 'calendarul obligatiilor fiscale' },
    next: { tool: 'fetch', arguments: { id: '=releases.0.id' } },
    holds: { text: '/microîntreprinderilor/' },
  },
  {
    question: 'Which Ploiești-based firms sell most in CPV 42 to public institutions?',
    tool: 'analyze_market',
    arguments: { cpv: '42', supplierCity: 'Ploiești' },
    holds: { 'topSuppliers.0.supplier.cui': '90002260' },
  },
  {
    question:
      'Cât a costat contractul de pompe dintre Castorul Harnic (90000359) și municipiul Piatra Vulturului din 2024?',
    tool: 'list_contracts',
    arguments: { cui: '90000359', cpv: '42122000', dateFrom: '2024-01-01', dateTo: '2024-12-31' },
    or: ['search'],
    holds: { 'contracts.*.valueRon': 316569.92 },
  },
  {
    question: 'Am abonament Pro? Până când?',
    tool: 'get_account_status',
    arguments: {},
    account: true,
    holds: { plan: 'pro' },
  },
  {
    question: 'What would the paid plan give me and what does it cost?',
    tool: 'list_plans',
    arguments: {},
    account: true,
    holds: { 'plans.*.plan': 'pro' },
  },
  { question: 'OK, I want Pro. Set it up for me.', tool: 'start_checkout', arguments: { plan: 'pro' }, account: true },
  {
    question: 'Vreau să schimb cardul cu care plătesc abonamentul.',
    tool: 'manage_subscription',
    arguments: {},
    account: true,
  },
  { question: 'Nu mai vreau abonamentul, oprește-l.', tool: 'cancel_subscription', arguments: {}, account: true },
  {
    question: 'I cancelled my subscription yesterday but changed my mind, keep it going.',
    tool: 'resume_subscription',
    arguments: {},
    account: true,
  },
  {
    question: 'Ce chei API am și când au fost folosite ultima dată?',
    tool: 'list_api_keys',
    arguments: {},
    account: true,
    holds: { most: 10 },
  },
  {
    question: "Make me an API key called 'raport lunar'.",
    tool: 'create_api_key',
    arguments: { name: 'raport lunar' },
    account: true,
    holds: { state: 'open', next: '/link/' },
  },
  {
    question: 'Șterge cheia mea API numită „raport vechi”.',
    tool: 'list_api_keys',
    arguments: {},
    account: true,
    next: { tool: 'revoke_api_key', arguments: { id: '=keys.0.id' } },
  },
  { question: 'What will the weather be like in Cluj tomorrow?', tool: null, arguments: {} },
  { question: 'Scrie-mi o scrisoare de reclamație către furnizorul meu de curent.', tool: null, arguments: {} },
];
