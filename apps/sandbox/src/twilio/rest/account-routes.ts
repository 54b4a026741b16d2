import type { FastifyInstance } from 'fastify'
import type { Twilio } from '../twilio.ts'
import { presentAccount } from './presenters.ts'

export function accountRoutes(app: FastifyInstance, { account }: Twilio) {
  app.get(`/Accounts/${account.sid}.json`, () => presentAccount(account))
}
