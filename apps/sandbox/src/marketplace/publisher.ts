/** The publisher of the app, with its own directory and registration, separate from those for sign-in. */
export const PUBLISHER = {
  tenantId: 'a1c23d85-6f8e-4f6c-8d9b-5e42b0719d04',
  clientId: '6c4d8b01-2a35-4f79-91e8-a4b7d3f92e15',
  clientSecret: 'sandbox~publisher.secret.for.the.demo.only',
}

/** The marketplace's own app in Entra. */
export const MARKETPLACE_APP = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'
