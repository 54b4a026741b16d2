import type { ContactImport } from '@partyline/contract'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { saveFile } from '../../platform/save-file.ts'
import { announce, confirmationModal, errorModal, openModal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { downloadReport, undoImport } from './upload.ts'

/** Undoes imports, and downloads their reports. */
export function useUndo() {
  const api = useApi()
  const me = useMe()
  const changed = useContactsChanged()
  const [undoing, setUndoing] = useState<ContactImport | null>(null)

  async function run(wanted: ContactImport, onDone: (done: ContactImport) => void) {
    setUndoing(wanted)
    try {
      const done = await undoImport(api, wanted.id, setUndoing)
      announce(IMPORT_TEXTS.undone(done.kept))
      onDone(done)
    } catch (error) {
      openModal(errorModal, { title: IMPORT_TEXTS.undoFailed, message: errorText(error) })
    }
    setUndoing(null)
    await changed()
  }

  return {
    /** The import that is being undone, and how far that is. */
    undoing,
    mayUndo: ({ by, state }: ContactImport) => state !== 'undone' && (me?.role === 'Admin' || me?.id === by.id),

    undo: (wanted: ContactImport, onDone: (done: ContactImport) => void) => {
      openModal(confirmationModal, {
        title: IMPORT_TEXTS.undoTitle,
        message: IMPORT_TEXTS.undoAbout(wanted),
        confirmLabel: IMPORT_TEXTS.undo,
        danger: true,
        onConfirm: () => void run(wanted, onDone),
      })
    },

    report: async ({ id }: ContactImport) => {
      try {
        const { fileName, parts } = await downloadReport(api, id)
        saveFile(fileName, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
      } catch (error) {
        openModal(errorModal, { title: IMPORT_TEXTS.reportFailed, message: errorText(error) })
      }
    },
  }
}
