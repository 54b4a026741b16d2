import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { EditContactModalProps } from './contacts/edit-contact-modal.tsx'
import type { EditHookModalProps } from './hooks/edit-hook-modal.tsx'
import type { HookSecretModalProps } from './hooks/hook-secret-modal.tsx'
import type { EditKeyModalProps } from './keys/edit-key-modal.tsx'
import type { KeyTokenModalProps } from './keys/key-token-modal.tsx'
import type { LineConsentModalProps } from './consent/line-consent-modal.tsx'
import type { LineHoursModalProps } from './hours/line-hours-modal.tsx'
import type { LineRetentionModalProps } from './retention/line-retention-modal.tsx'
import type { AssignedUsersModalProps } from './numbers/assigned-users-modal.tsx'
import type { TwilioSettingsModalProps } from './numbers/twilio-settings-modal.tsx'
import type { UseNumberModalProps } from './numbers/use-number-modal.tsx'
import type { EditUserModalProps } from './people/edit-user-modal.tsx'

export const editContactModal: ModalDefinition<EditContactModalProps> = {
  name: 'EditMobile',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./contacts/edit-contact-modal.tsx')).EditContactModal),
}

export const importContactsModal: ModalDefinition<object> = {
  name: 'ImportContacts',
  size: 'wide',
  load: lazyChunk(async () => (await import('./contacts/import/import-contacts-modal.tsx')).ImportContactsModal),
}

export const editUserModal: ModalDefinition<EditUserModalProps> = {
  name: 'EditUser',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./people/edit-user-modal.tsx')).EditUserModal),
}

export const twilioSettingsModal: ModalDefinition<TwilioSettingsModalProps> = {
  name: 'TwilioSettings',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./numbers/twilio-settings-modal.tsx')).TwilioSettingsModal),
}

export const twilioNumberModal: ModalDefinition<UseNumberModalProps> = {
  name: 'UseTwilioNumber',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./numbers/use-number-modal.tsx')).UseNumberModal),
}

export const assignedUsersModal: ModalDefinition<AssignedUsersModalProps> = {
  name: 'AssignedUsers',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./numbers/assigned-users-modal.tsx')).AssignedUsersModal),
}

export const lineHoursModal: ModalDefinition<LineHoursModalProps> = {
  name: 'LineHours',
  size: 'wide',
  load: lazyChunk(async () => (await import('./hours/line-hours-modal.tsx')).LineHoursModal),
}

export const lineConsentModal: ModalDefinition<LineConsentModalProps> = {
  name: 'LineConsent',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./consent/line-consent-modal.tsx')).LineConsentModal),
}

export const lineRetentionModal: ModalDefinition<LineRetentionModalProps> = {
  name: 'LineRetention',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./retention/line-retention-modal.tsx')).LineRetentionModal),
}

export const editHookModal: ModalDefinition<EditHookModalProps> = {
  name: 'EditHook',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./hooks/edit-hook-modal.tsx')).EditHookModal),
}

export const hookSecretModal: ModalDefinition<HookSecretModalProps> = {
  name: 'HookSecret',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./hooks/hook-secret-modal.tsx')).HookSecretModal),
}

export const addKeyModal: ModalDefinition<object> = {
  name: 'AddApiKey',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./keys/add-key-modal.tsx')).AddKeyModal),
}

export const editKeyModal: ModalDefinition<EditKeyModalProps> = {
  name: 'EditApiKey',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./keys/edit-key-modal.tsx')).EditKeyModal),
}

export const keyTokenModal: ModalDefinition<KeyTokenModalProps> = {
  name: 'ApiKeyToken',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./keys/key-token-modal.tsx')).KeyTokenModal),
}

/** Loads the modals, so that they open at once. Few people import contacts: that one loads with its button. */
export function preloadAdminModals(): void {
  const used = [
    editContactModal,
    editUserModal,
    twilioSettingsModal,
    twilioNumberModal,
    assignedUsersModal,
    lineHoursModal,
    lineConsentModal,
    lineRetentionModal,
    editHookModal,
    hookSecretModal,
  ] as const
  for (const { load } of used) void load().catch(() => undefined)
}
