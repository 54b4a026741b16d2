import { eventWithoutData, PAGE } from '@partyline/contract'
import type { CallBody, CallParams, Operation, RealtimeEvent, Tenant, TenantId } from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import { announceNumbers } from '../numbers/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller, Clock, Config, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { TwilioGateway } from '../twilio/index.ts'
import type { Lookup, Users } from '../users/index.ts'
import type { ConsentLinks } from '../auth/index.ts'
import type { AppAccess } from '../microsoft/index.ts'
import { createConsent } from './consent-service.ts'
import type { Consent } from './consent-service.ts'
import { createTwilioAccountSettings } from './twilio-account-service.ts'
import type { TwilioAccountSettings } from './twilio-account-service.ts'
import { createTwilioNumberSettings } from './twilio-number-service.ts'
import type { TwilioNumberSettings } from './twilio-number-service.ts'
import { createWebhook } from './webhook.ts'

export type Settings = {
  /** The organization with everything that its admin area shows. */
  view(caller: Caller, options?: { contacts: number }): Promise<Tenant>
  /** Whether a Twilio account is configured. */
  accountState(tenantId: TenantId): Promise<Operation>
  consent: Consent
  account: TwilioAccountSettings
  number: TwilioNumberSettings
  updateTenant(caller: Caller, change: CallBody<'settings.updateTenant'>): Promise<void>
  addUser(caller: Caller, user: CallBody<'settings.addUser'>): Promise<void>
  /** The lists of the person's chats, and who has not seen their messages, change with the person. */
  updateUser(caller: Caller, change: CallParams<'settings.updateUser'> & CallBody<'settings.updateUser'>): Promise<void>
}

type Parts = {
  config: Config
  database: Database
  clock: Clock
  appAccess: AppAccess
  consentLinks: ConsentLinks
  tenants: Tenants
  users: Users
  lookup: Pick<Lookup, 'requirePerson'>
  numbers: Numbers
  chats: Pick<Chats, 'countOpen' | 'changePerson' | 'announceList'>
  twilio: TwilioGateway
  announcements: Topic<readonly RealtimeEvent[]>
}

const TWILIO_CONSOLE = 'https://console.twilio.com/'

export function createSettings(parts: Parts): Settings {
  const { config, database, clock, consentLinks, tenants, users, lookup, numbers, chats, announcements } = parts
  const announce = announceNumbers(announcements)
  const webhook = createWebhook(config.PUBLIC_URL)
  const numberParts = { ...parts, webhook, announce }

  return {
    consent: createConsent(parts),
    account: createTwilioAccountSettings(numberParts),
    number: createTwilioNumberSettings(numberParts),
    async view({ tenantId, sessionId }, { contacts } = { contacts: PAGE.contactsInTenant }) {
      const [tenant, twilioNumbers, mobileNumbers, teamsUsers, activeChats] = await Promise.all([
        tenants.get(tenantId),
        numbers.listTwilio(tenantId),
        numbers.listContacts(tenantId, contacts),
        users.list(tenantId),
        chats.countOpen(tenantId),
      ])
      const { domain, name, accountSid, consented, defaultCountry, allowedCountries } = tenant
      const { addSignature, assignOnReply, sharedSnippets, hours } = tenant
      return {
        tenantId,
        domain,
        name,
        accountSid,
        twilioUrl: TWILIO_CONSOLE,
        twilioNumbers,
        mobileNumbers,
        teamsUsers,
        activeChats,
        consented,
        addSignature,
        assignOnReply,
        sharedSnippets,
        consentUrl: consentLinks.forSession({ tenantId, sessionId }),
        defaultCountry,
        allowedCountries,
        hours,
      }
    },
    async accountState(tenantId) {
      const { accountSid } = await tenants.get(tenantId)
      const details = accountSid
        ? 'The Twilio account is configured.'
        : 'No Twilio account is configured yet. An administrator can do this in the settings.'
      return { succeeded: accountSid !== null, details, link: TWILIO_CONSOLE }
    },
    async updateTenant(caller, change) {
      const { tenantId } = caller
      await tenants.update(caller, change)
      announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])
      // Members are barred, or no longer, where other countries may be texted.
      if (change.allowedCountries !== undefined) chats.announceList(tenantId)
      if (change.hours !== undefined) announce(tenantId, 'PhoneNumbersUpdated')
    },
    async addUser(caller, { userId, role, name }) {
      const { tenantId } = caller
      if (await users.find(tenantId, userId)) throw new AppError('user-exists', { field: 'userId' })
      await lookup.requirePerson(tenantId, userId)
      await database.transaction(async (trx) => {
        await users.requireAdmin(trx, caller)
        await users.add(trx, { tenantId, userId, role, name })
        const changes = differences({ role: ['', role] })
        await recordAuditEntry(trx, caller, { kind: 'userAdded', at: clock.now(), subject: name, changes })
      })
      announcements.publish([eventWithoutData(tenantId, 'UserAdded')])
    },
    async updateUser(caller, change) {
      const { tenantId } = caller
      const announceEnd = await database.transaction((trx) =>
        chats.changePerson(trx, { tenantId, id: change.userId }, () => users.update(trx, caller, change)),
      )
      announceEnd()
      announcements.publish([eventWithoutData(tenantId, 'UserAdded')])
      // Chats show the names of their members, and which of them are disabled.
      chats.announceList(tenantId)
    },
  }
}
