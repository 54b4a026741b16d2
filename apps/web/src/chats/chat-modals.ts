import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { ChatSettingsModalProps } from './chat-form/chat-settings-modal.tsx'
import type { NewChatModalProps } from './chat-form/new-chat-modal.tsx'
import type { ContactNameModalProps } from './contact/contact-name-modal.tsx'
import type { ExportModalProps } from './details/export-modal.tsx'

export const newChatModal: ModalDefinition<NewChatModalProps> = {
  name: 'NewChat',
  size: 'wide',
  load: lazyChunk(async () => (await import('./chat-form/new-chat-modal.tsx')).NewChatModal),
}

export const chatSettingsModal: ModalDefinition<ChatSettingsModalProps> = {
  name: 'ChatSettings',
  size: 'wide',
  load: lazyChunk(async () => (await import('./chat-form/chat-settings-modal.tsx')).ChatSettingsModal),
}

export const contactNameModal: ModalDefinition<ContactNameModalProps> = {
  name: 'ContactName',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./contact/contact-name-modal.tsx')).ContactNameModal),
}

export const exportModal: ModalDefinition<ExportModalProps> = {
  name: 'ExportConversation',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./details/export-modal.tsx')).ExportModal),
}
