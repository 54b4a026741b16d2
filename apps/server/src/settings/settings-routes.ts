import type { Contacts } from '../contacts/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Caller, Handlers } from '../platform/index.ts'
import type { Settings } from './settings-service.ts'

type Parts = {
  settings: Settings
  contacts: Pick<Contacts, 'updatePhone' | 'removePhone'>
  numbers: Pick<Numbers, 'assignUsers' | 'updateHours' | 'updateConsent' | 'updateRetention'>
}

/** Every change answers with the tenant as it is afterwards. */
export function settingsRoutes({ settings, contacts, numbers }: Parts) {
  async function after(caller: Caller, change: Promise<unknown>) {
    await change
    return settings.view(caller)
  }

  return {
    'settings.tenant': ({ caller, query }) => settings.view(caller, query),
    'settings.updateTenant': ({ caller, body }) => after(caller, settings.updateTenant(caller, body)),
    'settings.consented': ({ caller, query }) => settings.consent.check(caller, query.state),
    'settings.twilioAccount': ({ caller }) => settings.accountState(caller.tenantId),
    'settings.updateTwilioAccount': ({ caller, body }) => after(caller, settings.account.update(caller, body)),
    'settings.addUser': ({ caller, body }) => after(caller, settings.addUser(caller, body)),
    'settings.updateUser': ({ caller, params, body }) =>
      after(caller, settings.updateUser(caller, { ...body, ...params })),
    'settings.updateMobileNumber': ({ caller, params, body }) =>
      after(caller, contacts.updatePhone(caller, { ...body, ...params })),
    'numbers.renameMobile': ({ caller, params, body }) => contacts.updatePhone(caller, { ...body, ...params }),
    'settings.deleteMobileNumber': ({ caller, params }) => after(caller, contacts.removePhone(caller, params.numberId)),
    'settings.updateTwilioNumber': ({ caller, params, body }) =>
      after(caller, settings.number.update(caller, params.numberId, body)),
    'settings.updateHours': ({ caller, params, body }) =>
      after(caller, numbers.updateHours(caller, params.numberId, body)),
    'settings.updateConsent': ({ caller, params, body }) =>
      after(caller, numbers.updateConsent(caller, params.numberId, body)),
    'settings.updateRetention': ({ caller, params, body }) =>
      after(caller, numbers.updateRetention(caller, params.numberId, body)),
    'settings.assignUsers': ({ caller, params, body }) =>
      after(caller, numbers.assignUsers(caller, params.numberId, body)),
  } satisfies Partial<Handlers>
}
