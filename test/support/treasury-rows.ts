/** Rows of a list of treasury accounts as callers read them, checked against the declared shape. */
import assert from 'node:assert/strict';
import { Check } from 'typebox/value';
import { rowWriter, type TreasuryList } from '#domain/treasury/iban-list.ts';
import { TreasuryIban } from '#domain/treasury/treasury-iban.ts';

export function treasuryRows(list: TreasuryList, accounts: Uint32Array = list.all): TreasuryIban[] {
  return Array.from(accounts, rowWriter(list, 'en')).map((text) => {
    const row = JSON.parse(text);
    assert.ok(Check(TreasuryIban, row), text);
    return row;
  });
}
