/** Which errors an operation can give, grouped as the documentation shows them: one response per HTTP status. */

import { type ApiErrorCode, errorCodes } from '#api/api-error.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';

export const errorGroups = {
  BadParameter: ['INVALID_PARAMETER'],
  BadRequest: ['INVALID_PARAMETER', 'INVALID_BODY'],
  Unauthorized: ['API_KEY_REQUIRED', 'INVALID_API_KEY'],
  PaymentRequired: ['PAYMENT_REQUIRED', 'PAYMENT_INVALID', 'PAYMENT_FAILED'],
  Forbidden: ['SUBSCRIPTION_INACTIVE', 'IP_BLOCKED'],
  ForbiddenWithoutPro: ['SUBSCRIPTION_INACTIVE', 'PRO_KEY_REQUIRED', 'IP_BLOCKED'],
  NotFound: ['NOT_FOUND'],
  NotAcceptable: ['NOT_ACCEPTABLE'],
  PaymentConflict: ['PAYMENT_REUSED', 'PAYMENT_IN_PROGRESS'],
  NotReady: ['DOCUMENTATION_NOT_READY'],
  NotReadyOrPaymentConflict: ['DOCUMENTATION_NOT_READY', 'PAYMENT_REUSED', 'PAYMENT_IN_PROGRESS'],
  Withdrawn: ['WITHDRAWN'],
  PreconditionFailed: ['PRECONDITION_FAILED'],
  BodyTooLarge: ['BODY_TOO_LARGE'],
  UriTooLong: ['URI_TOO_LONG'],
  UnsupportedMediaType: ['UNSUPPORTED_MEDIA_TYPE'],
  RangeNotSatisfiable: ['RANGE_NOT_SATISFIABLE'],
  Unprocessable: ['UNPROCESSABLE_DOCUMENT'],
  TooManyRequests: ['RATE_LIMITED'],
  HeadersTooLarge: ['HEADERS_TOO_LARGE'],
  InternalError: ['INTERNAL_ERROR'],
  BadGateway: ['UPSTREAM_INVALID'],
  Unavailable: ['UPSTREAM_UNAVAILABLE', 'SOURCE_NOT_LOADED', 'STORE_UNAVAILABLE', 'OVERLOADED', 'SERVICE_STARTING'],
  UnavailableForSale: [
    'UPSTREAM_UNAVAILABLE',
    'SOURCE_NOT_LOADED',
    'STORE_UNAVAILABLE',
    'PAYMENT_PENDING',
    'PAYMENT_UNAVAILABLE',
    'OVERLOADED',
    'SERVICE_STARTING',
  ],
  GatewayTimeout: ['UPSTREAM_TIMEOUT'],
} as const satisfies Record<string, readonly [ApiErrorCode, ...ApiErrorCode[]]>;

export type ErrorGroup = keyof typeof errorGroups;

export const statusOf = (group: ErrorGroup): number => errorCodes[errorGroups[group][0]][0];

/** From the declaration alone: a path parameter may name nothing, a body may be wrong, a source may be silent. */
export function errorsOf(declaration: AnyEndpoint): ErrorGroup[] {
  const body = declaration.body !== undefined;
  const sold = declaration.access === 'pro+x402';
  const free = declaration.access === 'free';
  const own = new Set(declaration.errors);
  const comes = own.has('DOCUMENTATION_NOT_READY');
  const groups: Record<ErrorGroup, boolean> = {
    BadParameter: !body,
    BadRequest: body,
    Unauthorized: true,
    PaymentRequired: sold,
    Forbidden: (sold && declaration.visitors === undefined) || free,
    ForbiddenWithoutPro: !free && (!sold || declaration.visitors !== undefined),
    NotFound: declaration.params !== undefined || declaration.query !== undefined,
    NotAcceptable: true,
    PaymentConflict: sold && !comes,
    NotReady: !sold && comes,
    NotReadyOrPaymentConflict: sold && comes,
    Withdrawn: own.has('WITHDRAWN'),
    PreconditionFailed: declaration.file !== undefined,
    BodyTooLarge: body,
    UriTooLong: true,
    UnsupportedMediaType: body,
    RangeNotSatisfiable: declaration.file !== undefined && !declaration.file.isStreamed,
    Unprocessable: own.has('UNPROCESSABLE_DOCUMENT'),
    TooManyRequests: true,
    HeadersTooLarge: true,
    InternalError: true,
    BadGateway: declaration.fresh !== 'static',
    Unavailable: !sold,
    UnavailableForSale: sold,
    GatewayTimeout: declaration.fresh !== 'static',
  };
  return (Object.keys(groups) as ErrorGroup[]).filter((group) => groups[group]);
}
