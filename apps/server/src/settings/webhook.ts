import { routes } from '@partyline/contract'
import type { AccountNumber, MessagingService } from '../twilio/index.ts'

/** Where Twilio delivers the texts to a number. */
export type Webhook = {
  url: string
  /** Whether this address of Twilio's is ours. */
  isOurs(url: string): boolean
  /** Whether Twilio tries all that it can: more than once, and at a second address. */
  isTriedHard(number: Pick<AccountNumber, 'smsUrl' | 'smsFallbackUrl'>): boolean
  isSetOn(number: Pick<AccountNumber, 'smsUrl' | 'smsApplicationSid'>): boolean
  /** The other receiver of the number's texts, if there is one, as a sentence. */
  elsewhere(number: Receiving, services: readonly MessagingService[]): string | null
}

type Receiving = Pick<AccountNumber, 'sid' | 'smsUrl' | 'smsApplicationSid'>

/**
 * Three more tries after any failure: without it Twilio tries once more, and only where it could not connect. Twilio
 * keeps the fragment to itself.
 */
const RETRIES = '#rc=3&rp=all'

/** Twilio's demo URL, which is set on every number when it is bought. */
const TWILIO_EXAMPLE = 'https://demo.twilio.com/'

export function createWebhook(publicUrl: string): Webhook {
  const address = publicUrl + routes['webhooks.twilioMessage'].path
  const isOurs = (smsUrl: string) => smsUrl.split('#')[0] === address
  return {
    url: address + RETRIES,
    isOurs,
    isTriedHard: ({ smsUrl, smsFallbackUrl }) => smsUrl === address + RETRIES && smsFallbackUrl !== '',
    // A TwiML application wins over the number's own address.
    isSetOn: ({ smsUrl, smsApplicationSid }) => smsApplicationSid === '' && isOurs(smsUrl),
    elsewhere({ sid, smsUrl, smsApplicationSid }, services) {
      const service = services.find(({ takesTexts, numberSids }) => takesTexts && numberSids.includes(sid))
      // It wins over all that the number says.
      if (service && !isOurs(service.inboundUrl))
        return `The Messaging Service “${service.friendlyName}” takes the texts to this number now.`
      if (smsApplicationSid !== '')
        return `The TwiML application ${smsApplicationSid} gets the texts to this number now.`
      if (smsUrl === '' || isOurs(smsUrl) || smsUrl.startsWith(TWILIO_EXAMPLE)) return null
      return `Texts to this number go to ${withoutSecrets(smsUrl)} now.`
    },
  }
}

/** Another system's address may hold its password or a token. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return 'an address that cannot be read'
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
