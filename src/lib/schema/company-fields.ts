/**
 * Fields of a company that its answer, its page and agent tools share. A field that a source states as a text, such as a second
 * telephone number, is added to `contactFields` only: answer, tables, details of the page and tools have it from there.
 */

import { Type } from 'typebox';
import { type Description, field, orNull } from './fields.ts';

const text = (texts: Description) => orNull(Type.String(), texts);
const flag = (texts: Description) => orNull(Type.Boolean(), texts);

export const nameFields = {
  cui: field(Type.String(), { en: 'Fiscal code, without RO.', ro: 'Codul fiscal, fără RO.' }),
  name: field(Type.String(), { en: 'Name as registered.', ro: 'Numele așa cum este înregistrat.' }),
};

/** The states that may end a company, by the registry. */
export const endFields = {
  insolvency: flag({
    en: 'In insolvency, reorganisation or bankruptcy.',
    ro: 'În insolvență, reorganizare sau faliment.',
    heading: { en: 'Insolvency', ro: 'Insolvență' },
  }),
  dissolution: flag({
    en: 'In dissolution or liquidation.',
    ro: 'În dizolvare sau lichidare.',
    heading: { en: 'Dissolution', ro: 'Dizolvare' },
  }),
  suspended: flag({
    en: 'Activity suspended.',
    ro: 'Activitate suspendată.',
    heading: { en: 'Suspended', ro: 'Activitate suspendată' },
  }),
  struckOff: flag({
    en: 'Struck off the trade registry.',
    ro: 'Radiată din registrul comerțului.',
    heading: { en: 'Struck off', ro: 'Radiată' },
  }),
};

/** `heading` is the label on the page too. */
export const contactFields = {
  phone: text({ en: 'Telephone.', ro: 'Telefon.', heading: { en: 'Telephone', ro: 'Telefon' } }),
  fax: text({ en: 'Fax.', ro: 'Fax.', heading: { en: 'Fax', ro: 'Fax' } }),
  website: text({
    en: 'Web site, as registered.',
    ro: 'Site-ul, așa cum este înregistrat.',
    heading: { en: 'Website', ro: 'Site web' },
  }),
  parentCountry: text({
    en: 'Country of the parent company abroad, as the registry writes it; null where it states none.',
    ro: 'Țara firmei-mamă din străinătate, cum o scrie registrul; null unde nu este trecută.',
    heading: { en: 'Country of the parent company', ro: 'Țara firmei-mamă' },
  }),
};

/** On the page and in tools. The fax number is in the answer only. */
export const shownContactFields = {
  phone: contactFields.phone,
  website: contactFields.website,
  parentCountry: contactFields.parentCountry,
};
