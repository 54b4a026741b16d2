import { TwilioFailure } from '../twilio/index.ts'
import type { AccountGateway, MessagingService } from '../twilio/index.ts'

/** The account's Messaging Services, if Twilio answers: a number can be used without knowing them. */
export async function servicesOf(gateway: Pick<AccountGateway, 'listMessagingServices'>): Promise<MessagingService[]> {
  try {
    return await gateway.listMessagingServices()
  } catch (error) {
    if (error instanceof TwilioFailure) return []
    throw error
  }
}
