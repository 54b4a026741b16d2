import { later } from '../platform/later.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { EditMobileModalProps } from './mobile/edit-mobile-modal.tsx'
import type { AssignedUsersModalProps } from './provider/assigned-users-modal.tsx'
import type { UseNumberModalProps } from './provider/use-number-modal.tsx'
import type { EditUserModalProps } from './users/edit-user-modal.tsx'

export const editMobileModal: ModalDefinition<EditMobileModalProps> = {
  name: 'EditMobile',
  size: 'narrow',
  load: later(async () => (await import('./mobile/edit-mobile-modal.tsx')).EditMobileModal),
}

export const importMobileModal: ModalDefinition<object> = {
  name: 'ImportMobile',
  size: 'wide',
  load: later(async () => (await import('./mobile/import/import-mobile-modal.tsx')).ImportMobileModal),
}

export const editUserModal: ModalDefinition<EditUserModalProps> = {
  name: 'EditUser',
  size: 'narrow',
  load: later(async () => (await import('./users/edit-user-modal.tsx')).EditUserModal),
}

export const twilioSettingsModal: ModalDefinition<object> = {
  name: 'TwilioSettings',
  size: 'narrow',
  load: later(async () => (await import('./provider/twilio-settings-modal.tsx')).TwilioSettingsModal),
}

export const twilioNumberModal: ModalDefinition<UseNumberModalProps> = {
  name: 'UseTwilioNumber',
  size: 'narrow',
  load: later(async () => (await import('./provider/use-number-modal.tsx')).UseNumberModal),
}

export const assignedUsersModal: ModalDefinition<AssignedUsersModalProps> = {
  name: 'AssignedUsers',
  size: 'narrow',
  load: later(async () => (await import('./provider/assigned-users-modal.tsx')).AssignedUsersModal),
}
