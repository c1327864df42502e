/** The company page with missing data: sources not loaded, an authority that does not answer, years without accounts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  // The authority never answers; the other sources have only companies and three years of accounts with gaps.
  service = await smallService({ bare: true, years: [2021, 2023, 2025] });
});
after(() => service.close());

const page = async (path = `/firma/${companyCui(0)}`): Promise<string> => {
  const { status, text } = await ask(service.port, { path, headers: { accept: 'text/html' } });
  assert.equal(status, 200);
  return text;
};

const read = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');

test('the page renders while the tax authority does not answer, and marks the unknown values', async () => {
  const text = await page();
  assert.match(read(text), /TVA Necunoscut ANAF nu răspunde/);
  assert.match(text, /<p class="state stale" role="note">/);
  assert.match(read(text), /ANAF nu răspunde și nu a spus încă nimic despre acest CUI/);
  assert.match(read(text), /Registrul comerțului În funcțiune/);
});

test('a source that is not loaded is not presented as a finding about the company', async () => {
  const result = read(await page());
  assert.match(result, /Achizițiile publice nu sunt încărcate aici\. Nu înseamnă că firma nu are contracte/);
  assert.match(result, /Acționarii nu au o sursă deschisă și nu sunt încărcați aici/);
  assert.match(result, /Lista restanțierilor nu este încărcată aici\. Nu înseamnă că firma nu are datorii/);
  assert.match(result, /Monitorul Oficial nu este încărcat aici/);
  const english = read(await page(`/en/company/${companyCui(0)}`));
  assert.match(english, /Procurement is not loaded here\. It does not mean the firm has no contracts/);
});

test('years without published accounts are hollow bars, listed below the charts', async () => {
  const text = await page();
  const chart = text.match(/<svg class="bars"[\s\S]*?<\/svg>/)?.[0] ?? '';
  assert.equal(chart.match(/class="hollow"/g)?.length, 5);
  assert.match(chart, /aria-label="Cifra de afaceri\. .*2022: nepublicat; 2023: 1\.000\.000; 2024: nepublicat/);
  assert.match(read(text), /Bilanț nepublicat: 2018, 2019, 2020, 2022, 2024\./);
  assert.match(read(text), /3 din 8 ani publicați/);
});

test('the page ends with its sources and their ages, absent ones included', async () => {
  const text = await page();
  const sources = text.slice(text.indexOf('id="surse"'));
  assert.match(read(sources), /ONRC stare, sediu, conducere, activități/);
  assert.match(read(sources), /nu este încărcat aici/);
  assert.ok(sources.includes('#sourceNone') && sources.includes('#sourceLate'));
});
