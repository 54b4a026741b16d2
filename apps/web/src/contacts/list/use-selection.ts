import type { ContactId, ListedContact } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import type { ContactSearch } from '../../platform/query-keys.ts'
import { saveFile } from '../../platform/save-file.ts'
import { announce, errorModal, openModal, showToast } from '../../ui/index.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { exportContacts, tagContacts } from './bulk.ts'
import { BULK_TEXTS } from './list-texts.ts'
import { allLoaded, extended, isActive, isSelected, NOTHING, selectionOf, toggled } from './selection.ts'
import type { Selected } from './selection.ts'

/** A running action on the selected contacts. */
export type Task = {
  label: string
  /** Progress in contacts, as text; empty at first. */
  progress: string
  stop: () => void
}

export type Selection = ReturnType<typeof useSelection>

/** The selected contacts of the list, and the actions on them. Another search clears the selection. */
export function useSelection(contacts: readonly ListedContact[] | undefined, search: ContactSearch) {
  const api = useApi()
  const changed = useContactsChanged()
  const { sort: _sort, ...matching } = search
  const key = JSON.stringify(matching)
  const [{ selected, of }, set] = useState({ selected: NOTHING, of: key })
  const [task, setTask] = useState<Task | null>(null)
  const current = of === key ? selected : NOTHING
  const loaded = () => (contacts ?? []).map(({ id }) => id)

  function choose({ selected: next, isFull }: { selected: Selected; isFull: boolean }) {
    set({ selected: next, of: key })
    if (isFull) announce(BULK_TEXTS.most(CONTACT_BOUNDS.tagged))
  }

  /** Runs a task of many calls, which the person can stop. */
  async function run(
    label: string,
    work: (pace: { onDone: (text: string) => void; isStopped: () => boolean }) => Promise<void>,
  ) {
    let isStopped = false
    const stop = () => {
      isStopped = true
    }
    setTask({ label, progress: '', stop })
    announce(label)
    try {
      await work({ onDone: (progress) => setTask({ label, progress, stop }), isStopped: () => isStopped })
    } finally {
      setTask(null)
    }
  }

  return {
    task,
    isActive: isActive(current),
    isAll: current.isAll,
    ids: [...current.ids],
    size: current.ids.size,
    has: (id: ContactId) => isSelected(current, id),
    hasAllLoaded: contacts !== undefined && contacts.length > 0 && contacts.every(({ id }) => isSelected(current, id)),
    toggle: (id: ContactId) => choose(toggled(current, id, loaded())),
    extend: (id: ContactId) => choose(extended(current, id, loaded())),
    selectLoaded: () => choose(allLoaded(loaded())),
    selectMatching: () => choose({ selected: { ...NOTHING, isAll: true }, isFull: false }),
    clear: () => choose({ selected: NOTHING, isFull: false }),

    async tag(kind: 'add' | 'remove', tags: string[]) {
      let count = 0
      await run(kind === 'add' ? BULK_TEXTS.adding : BULK_TEXTS.removing, async ({ onDone, isStopped }) => {
        const pace = {
          isStopped,
          onDone(done: number) {
            count = done
            onDone(BULK_TEXTS.taggedSoFar(done))
          },
        }
        try {
          await tagContacts(api, { of: selectionOf(current, matching), [kind]: tags }, pace)
          showToast({ kind: 'done', text: (isStopped() ? BULK_TEXTS.stopped : BULK_TEXTS.tagged)(count) })
        } catch (error) {
          const message = [errorText(error), BULK_TEXTS.tagFailedAfter(count)].filter(Boolean).join('\n')
          openModal(errorModal, { title: BULK_TEXTS.tagFailed, message })
        }
        await changed()
      })
    },

    async export() {
      await run(BULK_TEXTS.exporting, async ({ onDone, isStopped }) => {
        const pace = { isStopped, onDone: (count: number) => onDone(BULK_TEXTS.exportedSoFar(count)) }
        try {
          const file = await exportContacts(api, selectionOf(current, matching), pace)
          if (file) saveFile(file.fileName, new Blob(file.parts, { type: 'text/csv;charset=utf-8' }))
          showToast({ kind: 'done', text: file ? BULK_TEXTS.exported : BULK_TEXTS.exportStopped })
        } catch (error) {
          openModal(errorModal, { title: BULK_TEXTS.exportFailed, message: errorText(error) })
        }
      })
    },
  }
}
