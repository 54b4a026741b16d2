/** Who gets a message, in a form that travels between processes. */
export type Audience =
  | { readonly kind: 'all'; readonly except?: readonly string[] }
  | { readonly kind: 'groups'; readonly names: readonly string[]; readonly except?: readonly string[] }
  | { readonly kind: 'users'; readonly ids: readonly string[] }
  | { readonly kind: 'connections'; readonly ids: readonly string[] }
