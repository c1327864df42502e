/** Direct imports of oidc-provider's files: its index logs a warning on Node builds that are not LTS. */
declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider';
}
declare module 'oidc-provider/lib/consts/client_attributes.js' {
  export const WEB_URI: readonly string[];
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export const { InvalidClientMetadata, InvalidGrant, InvalidTarget, TemporarilyUnavailable }: typeof errors;
}
declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';
  export const { Check, Prompt, base }: typeof interactionPolicy;
}
