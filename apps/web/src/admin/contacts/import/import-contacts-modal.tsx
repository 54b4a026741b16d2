import type { RawContact } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-error.ts'
import { useApi } from '../../../platform/platform-context.tsx'
import { announce, FormErrorPanel, ModalActions, ModalBody, useSubmit } from '../../../ui/index.ts'
import { AdminSkeleton } from '../../parts/loading-states.tsx'
import { useAdminStyles } from '../../admin.styles.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { newContacts, planOf } from './import-plan.ts'
import type { PlannedContact } from './import-plan.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { Preview } from './preview.tsx'
import { contactsOf } from './read-contacts.ts'
import type { ReadFile } from './read-contacts.ts'
import { queryKeys } from '../../../platform/query-keys.ts'

type ChosenFile = { name: string; read: ReadFile }

/** Chooses a file, previews what happens to each contact, and imports the new ones, all or none. */
export function ImportContactsModal() {
  const styles = useAdminStyles()
  const api = useApi()
  const client = useQueryClient()
  const { modal, failure, submit } = useSubmit(null)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  // An import's error belongs to its file.
  const [sent, setSent] = useState<ChosenFile | null>(null)
  const contacts = file ? contactsIn(file.read) : null
  const check = useQuery({
    queryKey: queryKeys.numbers.importCheck(file?.name, contacts),
    queryFn: async ({ signal }) => {
      const asked = contacts ?? []
      return planOf(asked, await api.call('settings.checkMobileImport', { body: { contacts: asked }, signal }))
    },
    enabled: contacts !== null,
    retry: false,
    gcTime: 0,
    // The contacts may have changed since the last check.
    staleTime: 0,
  })
  const fresh = check.data ? newContacts(check.data) : []

  function save() {
    setSent(file)
    return submit(async () => {
      const { added } = await api.call('settings.importMobileNumbers', { body: { contacts: fresh } })
      void client.invalidateQueries({ queryKey: queryKeys.numbers.all })
      void client.invalidateQueries({ queryKey: queryKeys.settings.tenant })
      announce(CONTACT_IMPORT_TEXTS.imported(added))
    })
  }
  const choose = (chosen: ChosenFile | null, why: string | null) => {
    setFile(chosen)
    setFault(why)
  }
  return (
    <ModalBody
      title={CONTACT_IMPORT_TEXTS.title}
      {...(fresh.length > 0 && { onSubmit: () => void save() })}
      actions={
        fresh.length > 0 ? (
          <ModalActions label={CONTACT_IMPORT_TEXTS.import(fresh.length)} busyLabel={CONTACT_IMPORT_TEXTS.importing} />
        ) : (
          <Button onClick={modal.close}>{CONTACT_IMPORT_TEXTS.close}</Button>
        )
      }
    >
      <p className={styles.fact}>{CONTACT_IMPORT_TEXTS.about}</p>
      <ChooseFile fileName={file?.name ?? null} disabled={modal.submitting} onChoose={choose} />
      {file?.read.kind === 'table' && (
        <ChooseColumns
          table={file.read.table}
          columns={file.read.columns}
          disabled={modal.submitting}
          onChoose={(columns) =>
            setFile({ ...file, read: { kind: 'table', table: (file.read as TableFile).table, columns } })
          }
        />
      )}
      {contacts && <Checked plan={check.data ?? null} isFailed={check.isError} hasNew={fresh.length > 0} />}
      <FormErrorPanel
        submitError={(sent === file ? failure : null) ?? fault ?? (check.error && errorText(check.error))}
      />
    </ModalBody>
  )
}

type TableFile = Extract<ReadFile, { kind: 'table' }>

function contactsIn(read: ReadFile): RawContact[] {
  return read.kind === 'table' ? contactsOf(read.table, read.columns) : read.contacts
}

function Checked({ plan, isFailed, hasNew }: { plan: PlannedContact[] | null; isFailed: boolean; hasNew: boolean }) {
  const styles = useAdminStyles()
  if (isFailed) return null
  if (plan === null) return <AdminSkeleton />
  return (
    <>
      <Preview plan={plan} />
      {!hasNew && <p className={styles.fact}>{CONTACT_IMPORT_TEXTS.nothingNew}</p>}
    </>
  )
}
