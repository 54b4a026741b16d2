import { errorText } from '../../platform/api-error.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'

export function copyText(text: string): void {
  attempt(async () => {
    await navigator.clipboard.writeText(text)
    announce(MESSAGE_TEXTS.copied)
  }, MESSAGE_TEXTS.copyFailed)
}

/** Shows an error in a modal with this title. */
export function attempt(work: () => Promise<void>, title: string): void {
  work().catch((error: unknown) => openModal(errorModal, { title, message: errorText(error) }))
}
