import type { NumberId, Tenant } from '@partyline/contract'
import { VALIDATION } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'

export type MobileForm =
  | { mode: 'add'; number: string; name: string }
  | { mode: 'edit'; numberId: NumberId; name: string; disabled: boolean }
  | { mode: 'delete'; numberId: NumberId }

/** Adds, changes or deletes a contact, and answers the organization after it. */
export async function submitMobile(api: Api, form: MobileForm): Promise<Tenant> {
  switch (form.mode) {
    case 'add': {
      const { number, name } = form
      await api.call('numbers.addMobile', { body: { number, name } })
      return api.call('settings.tenant')
    }
    case 'edit': {
      const { numberId, name, disabled } = form
      return api.call('settings.updateMobileNumber', { params: { numberId }, body: { name, disabled } })
    }
    case 'delete':
      return api.call('settings.deleteMobileNumber', { params: { numberId: form.numberId } })
    default:
      throw new Error(VALIDATION.unsupportedMode((form as { mode: string }).mode))
  }
}
