declare const brand: unique symbol

/** One member's record of one message. Twilio's status callbacks carry it. */
export type DeliveryId = string & { readonly [brand]: 'DeliveryId' }
