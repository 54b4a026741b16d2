import type { Chats } from '../chats/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Caller, Handlers } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import type { Settings } from './settings-service.ts'

type Parts = {
  settings: Settings
  tenants: Tenants
  users: Users
  numbers: Numbers
  chats: Pick<Chats, 'countriesChanged' | 'personChanged'>
}

/** Every change answers with the tenant as it is afterwards. */
export function settingsRoutes({ settings, tenants, users, numbers, chats }: Parts) {
  async function after(caller: Caller, change: Promise<unknown>) {
    await change
    return settings.view(caller)
  }

  return {
    'settings.tenant': ({ caller }) => settings.view(caller),
    'settings.updateTenant': ({ caller, body }) =>
      after(
        caller,
        tenants.update(caller, body).then(() => chats.countriesChanged(caller.tenantId)),
      ),
    'settings.consented': ({ caller, query }) => settings.consent.check(caller, query.state),
    'settings.twilioAccount': ({ caller }) => settings.accountState(caller.tenantId),
    'settings.updateTwilioAccount': ({ caller, body }) => after(caller, settings.account.update(caller, body)),
    'settings.addUser': ({ caller, body }) => after(caller, settings.addUser(caller, body)),
    'settings.updateUser': ({ caller, params, body }) =>
      after(
        caller,
        users.update(caller, params.userId, body).then(() => chats.personChanged(caller.tenantId, params.userId)),
      ),
    'settings.updateMobileNumber': ({ caller, params, body }) =>
      after(
        caller,
        numbers
          .updateMobile(caller, params.numberId, body)
          .then(() => chats.personChanged(caller.tenantId, params.numberId)),
      ),
    'settings.deleteMobileNumber': ({ caller, params }) =>
      after(caller, settings.deleteMobileNumber(caller, params.numberId)),
    'settings.updateTwilioNumber': ({ caller, params, body }) =>
      after(caller, settings.number.update(caller, params.numberId, body)),
    'settings.assignUsers': ({ caller, params, body }) =>
      after(caller, numbers.assignUsers(caller, params.numberId, body.ids)),
  } satisfies Partial<Handlers>
}
