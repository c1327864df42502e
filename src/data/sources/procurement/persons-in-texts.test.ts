import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripPersons } from './persons-in-texts.ts';

const STRIPPED: [given: string, left: string][] = [
  ['Detalii la achizitii.publice@primaria-fictiva.ro.', 'Detalii la […].'],
  ['ofertele la ion.popescu (at) scoala.ro', 'ofertele la […]'],
  ['Tel. 0722 123 456, fax: 021/3123456', 'Tel. […], fax: […]'],
  ['telefon 0268-123456', 'telefon […]'],
  ['sunati la +40 722.123.456 sau 0040722123456', 'sunati la […] sau […]'],
  ['(021) 312 34 56', '[…]'],
  ['0722123456', '[…]'],
  ['Persoana de contact: Ion-Marian Popescu, birou 3', 'Persoana de contact: […], birou 3'],
  ['Persoană de contact: ing. POPESCU ION', 'Persoană de contact: […]'],
  ['În atenția d-nei Maria Ionescu', 'În atenția […]'],
  ['In atentia: Dl. Vasile Pop; etaj 2', 'In atentia: […]; etaj 2'],
  ['predare la domnul Vasile Pop Georgescu din depozit', 'predare la domnul […] din depozit'],
  ['Responsabil achiziții: Ana Maria Dumitru', 'Responsabil achiziții: […]'],
  ['IN ATENTIA DOMNULUI POPESCU ION', 'IN ATENTIA […]'],
  ['Contact: Popescu Ion', 'Contact: […]'],
  ['CNP 1840211123456', 'CNP […]'],
];

for (const [given, left] of STRIPPED) {
  test(`"${given}" leaves "${left}"`, () => assert.equal(stripPersons(given), left));
}

const KEPT = [
  'Autobuz pentru elevi, CPV 34121100-2, 25 de locuri',
  'Contract nr. 118/A/2016 din 28.01.2016, valoare 1.250.000,75 lei',
  'Cereale 03200000-3, 2024 si 2025',
  'Reparatii Liceul Doamna Stanca',
  'Spitalul Sf. Ioan, Str. Domnul Trandafir nr. 3',
  'IBAN RO49AAAA1B31007593840000',
  'Lentile de contact si solutii',
  'Servicii de reprezentanta juridica',
  'Achizitie directa DA22780457, notificare DAN1000002',
  'Tablouri de contact 24 V',
  'Lentile Contact Bausch Lomb',
  'Servicii Responsabil Mediu Proiect Integrat',
];

for (const given of KEPT) {
  test(`"${given}" contains no person and stays`, () => assert.equal(stripPersons(given), given));
}

test('a null text stays null', () => assert.equal(stripPersons(null), null));
