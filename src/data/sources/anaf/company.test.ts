import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answerOf } from '#test/support/source-answer.ts';
import { companyRequest, parseCompanies } from './company.ts';

const sample = (file: string) => readFileSync(`${import.meta.dirname}/samples/${file}`);
const CUIS = ['90000014', '90000022'];
const DAY = '2026-11-15';

const parse = (body: string | Uint8Array | object, status = 200) => parseCompanies(answerOf(body, status), CUIS, DAY);
const reasons = (body: string | Uint8Array | object, status = 200) =>
  [...parse(body, status).values()].map((outcome) =>
    outcome.outcome === 'unavailable' ? outcome.reason : outcome.outcome,
  );

/** The sample's first company with some of its groups replaced. */
function recordWith(groups: object) {
  const { found } = JSON.parse(sample('v9-found.json').toString());
  const outcome = parse({ found: [{ ...found[0], ...groups }], notFound: [] }).get('90000014');
  assert.equal(outcome?.outcome, 'found');
  return outcome.value;
}

test('a request is an array of codes with the day, at most a hundred', () => {
  assert.equal(companyRequest(['90000014'], DAY), '[{"cui":90000014,"data":"2026-11-15"}]');
  assert.throws(() => companyRequest([], DAY), RangeError);
  assert.throws(() => companyRequest(Array(101).fill('90000014'), DAY), RangeError);
});

test('an answer can contain found and absent companies', () => {
  const outcomes = parse(sample('v9-found.json'));
  assert.deepEqual([...outcomes.keys()], CUIS);
  assert.deepEqual(outcomes.get('90000022'), { outcome: 'notFound' });
  const outcome = outcomes.get('90000014');
  assert.equal(outcome?.outcome, 'found');
  assert.deepEqual(outcome.value, {
    cui: '90000014',
    day: '2026-11-15',
    name: 'FIRMA "EXEMPLU" COM SRL',
    address: 'MUNICIPIUL BUCUREȘTI, SECTOR 6, STR. FICTIVA, NR.16',
    registrationNumber: 'J1998001234405',
    phone: '0210000000',
    fax: null,
    postalCode: '29862',
    registrationState: 'INREGISTRAT din data 11.03.1998',
    registeredOn: '1998-03-11',
    caenCode: '0610',
    iban: null,
    eFacturaRegistered: true,
    eFacturaSince: '2023-06-01',
    fiscalAuthority: 'Administrația Sectorului 6 a Finanțelor Publice',
    ownershipForm: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
    organizationForm: 'PERSOANA JURIDICA',
    legalForm: 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
    vatRegistered: true,
    vatPeriods: [
      { start: '2001-01-01', end: '2010-06-30', canceledAt: '2010-07-05', message: 'Anulare din oficiu' },
      { start: '2012-03-01', end: null, canceledAt: null, message: null },
    ],
    cashBasisVat: true,
    cashBasisVatStart: '2015-01-01',
    cashBasisVatEnd: null,
    splitVat: false,
    splitVatStart: null,
    splitVatEnd: null,
    inactive: false,
    inactiveSince: null,
    reactivatedSince: null,
    inactivePublishedOn: null,
    deregisteredOn: null,
    headquartersAddress: {
      street: 'Str. Fictiva',
      number: '16',
      details: 'BL. 84, AP. 65',
      locality: 'București Sectorul 6',
      county: 'MUNICIPIUL BUCUREȘTI',
      country: null,
      postalCode: '29862',
    },
    fiscalAddress: null,
  });
});

test('VAT periods are read from a list, one object, null or an empty object', () => {
  const period = {
    data_inceput_ScpTVA: '2012-03-01',
    data_sfarsit_ScpTVA: ' ',
    data_anul_imp_ScpTVA: '',
    mesaj_ScpTVA: '',
  };
  const empty = { data_inceput_ScpTVA: ' ', data_sfarsit_ScpTVA: ' ', data_anul_imp_ScpTVA: ' ', mesaj_ScpTVA: ' ' };
  const periods = (perioade_TVA: unknown) =>
    recordWith({ inregistrare_scop_Tva: { scpTVA: false, perioade_TVA } }).vatPeriods;
  assert.equal(periods([period, period]).length, 2);
  assert.deepEqual(periods(period), [{ start: '2012-03-01', end: null, canceledAt: null, message: null }]);
  assert.deepEqual(periods(null), []);
  assert.deepEqual(periods(undefined), []);
  assert.deepEqual(periods(empty), []);
});

test('missing or mistyped groups read as unknown, not as false', () => {
  const record = recordWith({
    inregistrare_scop_Tva: null,
    inregistrare_RTVAI: undefined,
    stare_inactiv: 'nu',
    inregistrare_SplitTVA: {},
    adresa_sediu_social: null,
  });
  assert.deepEqual(
    [record.vatRegistered, record.cashBasisVat, record.inactive, record.splitVat, record.headquartersAddress],
    [null, null, null, null, null],
  );
});

test('both shapes of a registration number give one key, and an unreadable number is null', () => {
  const number = (nrRegCom: string) => {
    const { found } = JSON.parse(sample('v9-found.json').toString());
    return recordWith({ date_generale: { ...found[0].date_generale, nrRegCom } }).registrationNumber;
  };
  assert.equal(number('J1998001234405'), 'J1998001234405');
  assert.equal(number('-'), null);
});

test('an empty date of registration or deregistration is filled from the status text', () => {
  const { found } = JSON.parse(sample('v9-found.json').toString());
  const days = (stare_inregistrare: string, dataRadiere = '', data_inregistrare = '') => {
    const { registeredOn, deregisteredOn } = recordWith({
      date_generale: { ...found[0].date_generale, stare_inregistrare, data_inregistrare },
      stare_inactiv: { ...found[0].stare_inactiv, dataRadiere },
    });
    return [registeredOn, deregisteredOn];
  };
  assert.deepEqual(days('RADIERE din data 29.03.2024'), [null, '2024-03-29']);
  assert.deepEqual(days('RADIATĂ  din data 9.3.2024 '), [null, '2024-03-09']);
  assert.deepEqual(days('RADIERE din data 29.03.2024', '2024-04-02', '1998-03-11'), ['1998-03-11', '2024-04-02']);
  assert.deepEqual(days('RADIERE din data 15 Aprilie 2005'), [null, '2005-04-15']);
  assert.deepEqual(days('INREGISTRAT din data 11.03.1998'), ['1998-03-11', null]);
  assert.deepEqual(days('TRANSFER(SOSIRE) din data 11.03.1998'), [null, null]);
  assert.deepEqual(days('SUSPENDARE ACTIVITATE din data 11.03.1998'), [null, null]);
  for (const unread of ['RADIERE', 'RADIERE din data 31.02.2024', 'RADIERE din data ', ''])
    assert.deepEqual(days(unread), [null, null]);
});

test('a 404 with a valid JSON answer means that the companies do not exist', () => {
  assert.deepEqual(reasons({ found: [], notFound: [90000014, 90000022] }, 404), ['notFound', 'notFound']);
});

test('the status code in the body may be absent, a number or a string, and any but 200 is a refusal', () => {
  const body = { found: [], notFound: [90000014, '90000022'] };
  assert.deepEqual(reasons({ ...body, cod: '200' }), ['notFound', 'notFound']);
  assert.deepEqual(reasons(body), ['notFound', 'notFound']);
  const objects = [{ cui: 90000014, data: '2026-01-19' }, { cui: '90000022' }];
  assert.deepEqual(reasons({ cod: 200, found: [], notFound: objects }), ['notFound', 'notFound']);
  assert.deepEqual(reasons({ cod: 200, found: [], notfound: objects }), ['notFound', 'notFound']);
  assert.deepEqual(reasons({ ...body, cod: 500, message: 'eroare' }), ['rejected', 'rejected']);
  assert.deepEqual(reasons({ ...body, cod: '404' }), ['rejected', 'rejected']);
});

test('companies that were not requested are ignored, and requested ones that are missing are unavailable', () => {
  const { found } = JSON.parse(sample('v9-found.json').toString());
  const stranger = { ...found[0], date_generale: { ...found[0].date_generale, cui: 90000030 } };
  const outcomes = parse({ found: [found[0], stranger], notFound: [90000049] });
  assert.deepEqual([...outcomes.keys()], CUIS);
  assert.equal(outcomes.get('90000014')?.outcome, 'found');
  assert.equal(outcomes.get('90000022')?.outcome, 'unavailable');
});

test('a company without a name is unavailable', () => {
  const { found } = JSON.parse(sample('v9-found.json').toString());
  const nameless = { ...found[0], date_generale: { ...found[0].date_generale, denumire: ' ' } };
  assert.deepEqual(reasons({ found: [nameless, null, 5], notFound: [90000022] }), ['malformed', 'notFound']);
});

test('any other answer makes every requested company unavailable, with the reason', () => {
  const cases: [body: string | Uint8Array, status: number, reason: string][] = [
    [sample('rejected.txt'), 200, 'firewall'],
    ['<html><head><title>403 Forbidden</title></head><body></body></html>', 403, 'firewall'],
    ['<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>', 503, 'firewall'],
    ['Forbidden', 403, 'malformed'],
    ['<!DOCTYPE html><html><body>404 page</body></html>', 404, 'html'],
    ['<html><body>Mentenanţă</body></html>', 200, 'html'],
    ['Too many requests', 429, 'rate-limited'],
    ['', 503, 'http-5xx'],
    ['<html>Bad gateway</html>', 502, 'http-5xx'],
    ['Eroare interna', 200, 'malformed'],
    ['Eroare interna', 400, 'malformed'],
    ['', 200, 'malformed'],
    ['null', 200, 'malformed'],
    ['{}', 200, 'malformed'],
    ['[]', 200, 'malformed'],
    [sample('v9-found.json').subarray(0, 700), 200, 'malformed'],
  ];
  for (const [body, status, reason] of cases) {
    assert.deepEqual(reasons(body, status), [reason, reason], `${status} ${reason} ${body.toString().slice(0, 20)}`);
  }
});

test('an answer in cp1250 keeps its diacritics', () => {
  const { found } = JSON.parse(sample('v9-found.json').toString());
  found[0].date_generale.denumire = 'MOAR@ SRL';
  const bytes = Buffer.from(JSON.stringify({ found, notFound: [] }).replace(/[^\x20-\x7e]/g, ''));
  bytes[bytes.indexOf('@')] = 0xc3;
  const outcome = parse(bytes).get('90000014');
  assert.equal(outcome?.outcome === 'found' && outcome.value.name, 'MOARĂ SRL');
});
