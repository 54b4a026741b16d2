import { routes } from '@partyline/contract'
import type { AccountNumber } from '../twilio/index.ts'

/** Where Twilio delivers the texts to a number. */
export type Webhook = {
  url: string
  /** Whether this address of Twilio's is ours. */
  isOurs(url: string): boolean
  /** Whether Twilio tries all that it can: more than once, and at a second address. */
  isTriedHard(number: Pick<AccountNumber, 'smsUrl' | 'smsFallbackUrl'>): boolean
  isSetOn(number: Pick<AccountNumber, 'smsUrl' | 'smsApplicationSid'>): boolean
  /** What receives the number's texts now, if it is somebody else: a sentence for people. */
  elsewhere(number: Pick<AccountNumber, 'smsUrl' | 'smsApplicationSid'>): string | null
}

/**
 * Three more tries after any failure: without it Twilio tries once more, and only where it could not connect. Twilio
 * keeps the fragment to itself.
 */
const RETRIES = '#rc=3&rp=all'

/** What Twilio sets on a number when it is bought: an example of its own. */
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
    elsewhere({ smsUrl, smsApplicationSid }) {
      if (smsApplicationSid !== '')
        return `The TwiML application ${smsApplicationSid} gets the texts to this number now.`
      if (smsUrl === '' || isOurs(smsUrl) || smsUrl.startsWith(TWILIO_EXAMPLE)) return null
      return `Texts to this number go to ${smsUrl} now.`
    },
  }
}
