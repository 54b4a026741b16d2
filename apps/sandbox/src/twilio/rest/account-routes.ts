import type { FastifyInstance } from 'fastify'
import { NO_PHONE } from '../../faults/index.ts'
import type { Twilio } from '../twilio.ts'
import { presentAccount } from './presenters.ts'

export function accountRoutes(app: FastifyInstance, { account, faults }: Twilio) {
  app.get(`/Accounts/${account.sid}.json`, () => ({
    ...presentAccount(account),
    ...(faults.take(NO_PHONE, 'accountSuspended') && { status: 'suspended' }),
    ...(faults.take(NO_PHONE, 'accountClosed') && { status: 'closed' }),
    ...(faults.take(NO_PHONE, 'trialAccount') && { type: 'Trial' }),
  }))
}
