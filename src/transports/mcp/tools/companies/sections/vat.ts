/** What the tax authority says of a company. */
import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import { section } from './section.ts';

const text = (description: string) => orNull(Type.String(), description);
const flag = (description: string) => orNull(Type.Boolean(), description);

/** The last ones; a company that was registered and canceled more often is rare. */
const PERIODS_MAX = 8;

export const vat = section({
  shape: Type.Object(
    {
      registered: flag('Registered for VAT when the tax authority was last asked.'),
      periods: orNull(
        Type.Array(
          Type.Object(
            {
              start: text('First day.'),
              end: text('Last day; null: it lasts.'),
              canceledAt: text('Day on which the authority canceled it.'),
            },
            closed,
          ),
        ),
        `The last ${PERIODS_MAX} periods of registration, the current one last; null: the tax authority was not asked yet.`,
      ),
      cashBasisVat: flag('Pays VAT on cash accounting.'),
      splitVat: flag('Applies split VAT.'),
      inactiveSince: text('Declared inactive since.'),
      reactivatedSince: text('Reactivated on.'),
      eFacturaSince: text('In the RO e-Factura register since.'),
      fiscalAuthority: text('Tax office in charge.'),
    },
    { ...closed, description: 'What the tax authority says.' },
  ),
  isPaged: false,
  read: async ({ company }) => ({
    part: {
      registered: company.vatRegistered,
      periods:
        company.vatPeriods?.slice(-PERIODS_MAX).map(({ start, end, canceledAt }) => ({ start, end, canceledAt })) ??
        null,
      cashBasisVat: company.cashBasisVat,
      splitVat: company.splitVat,
      inactiveSince: company.inactiveSince,
      reactivatedSince: company.reactivatedSince,
      eFacturaSince: company.eFacturaSince,
      fiscalAuthority: company.fiscalAuthority,
    },
    metas: [],
  }),
});
