import type { ContactId } from '@partyline/contract'
import { errorText } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { saveFile } from '../../platform/save-file.ts'
import { currentTimeZone } from '../../platform/times.ts'
import { announce, errorModal, openModal, showToast } from '../../ui/index.ts'
import { CONSENT_CARD_TEXTS as TEXTS } from './consent-texts.ts'

/** The ledger of a contact, or the whole one, as one file; null if it was stopped. */
export async function consentFile(
  api: Api,
  contactId: ContactId | null,
  isStopped: () => boolean,
): Promise<{ fileName: string; parts: string[] } | null> {
  const parts: string[] = []
  let fileName = ''
  let cursor: string | null = null
  do {
    const part: { fileName: string; csv: string; nextCursor: string | null } = await api.call('consent.export', {
      body: {
        ...(contactId !== null && { contactId }),
        timeZone: currentTimeZone(),
        ...(cursor !== null && { cursor }),
      },
    })
    parts.push(part.csv)
    fileName ||= part.fileName
    cursor = part.nextCursor
    if (isStopped()) return null
  } while (cursor !== null)
  return { fileName, parts }
}

/** Downloads the ledger of a contact, or the whole one, and reports the result. */
export async function exportConsent(api: Api, contactId: ContactId | null, isStopped = () => false): Promise<void> {
  announce(TEXTS.exporting)
  try {
    const file = await consentFile(api, contactId, isStopped)
    if (file) saveFile(file.fileName, new Blob(file.parts, { type: 'text/csv;charset=utf-8' }))
    showToast({ kind: 'done', text: file ? TEXTS.exported : TEXTS.exportStopped })
  } catch (error) {
    openModal(errorModal, { title: TEXTS.exportFailed, message: errorText(error) })
  }
}
