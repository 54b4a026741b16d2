import { Button } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Encoding } from '../../../core/contact-files/decode-text.ts'
import { errorText } from '../../../platform/api-error.ts'
import { useApi } from '../../../platform/platform-context.tsx'
import { queryKeys } from '../../../platform/query-keys.ts'
import { useTenant } from '../../../settings/index.ts'
import { announce, FormErrorPanel, ModalActions, ModalBody, PageSkeleton, useSubmit } from '../../../ui/index.ts'
import { useAdminStyles } from '../../admin.styles.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseEncoding } from './choose-encoding.tsx'
import { ChooseFile } from './choose-file.tsx'
import { contactsInCards, contactsInTable } from './file-contacts.ts'
import type { ChosenPhones } from './file-contacts.ts'
import { checkable, newContacts, planOf } from './import-plan.ts'
import type { PlannedContact } from './import-plan.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { Preview } from './preview.tsx'
import { readContacts } from './read-contacts.ts'
import type { OpenedFile, ReadFile } from './read-contacts.ts'
import type { Columns } from '../../../core/contact-files/read-table.ts'

/** A chosen file, and the person's changes to how it is read. */
type ChosenFile = {
  name: string
  opened: OpenedFile
  encoding: Encoding
  columns: Columns | null
  phones: ChosenPhones
}

/** Chooses a file, previews what happens to each contact, and imports the new ones, all or none. */
export function ImportContactsModal() {
  const styles = useAdminStyles()
  const api = useApi()
  const client = useQueryClient()
  const { defaultCountry } = useTenant()
  const { modal, failure, submit } = useSubmit(null)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [unopened, setUnopened] = useState<string | null>(null)
  // An import's error belongs to its file.
  const [sent, setSent] = useState<OpenedFile | null>(null)
  const { opened = null, encoding = null, phones = NO_CHOICE } = file ?? {}
  const { read, fault } = useMemo(() => tryToRead(opened, encoding), [opened, encoding])
  const columns = file?.columns ?? (read?.kind === 'table' ? read.columns : null)
  const contacts = useMemo(() => {
    if (read?.kind === 'cards') return contactsInCards(read.cards, defaultCountry, phones)
    return read && columns ? contactsInTable(read.table, columns, defaultCountry, phones) : null
  }, [read, columns, defaultCountry, phones])
  const check = useQuery({
    queryKey: queryKeys.numbers.importCheck(file?.name, contacts),
    queryFn: async ({ signal }) => {
      const asked = checkable(contacts ?? [])
      const checks =
        asked.length > 0 ? await api.call('settings.checkMobileImport', { body: { contacts: asked }, signal }) : []
      return planOf(contacts ?? [], checks)
    },
    enabled: contacts !== null,
    retry: false,
    gcTime: 0,
    // The contacts may have changed since the last check.
    staleTime: 0,
    // Keep the rows while a change is checked.
    placeholderData: (before, query) => (query?.queryKey[2] === file?.name ? before : undefined),
  })
  const fresh = check.data ? newContacts(check.data) : []

  function save() {
    // The preview is of a choice before the last one.
    if (check.isPlaceholderData) return
    setSent(opened)
    void submit(async () => {
      const { added } = await api.call('settings.importMobileNumbers', { body: { contacts: fresh } })
      void client.invalidateQueries({ queryKey: queryKeys.numbers.all })
      void client.invalidateQueries({ queryKey: queryKeys.settings.tenant })
      announce(CONTACT_IMPORT_TEXTS.imported(added))
    })
  }
  const choose = (chosen: { name: string; opened: OpenedFile } | null, why: string | null) => {
    setFile(chosen && { ...chosen, encoding: chosen.opened.encoding, columns: null, phones: NO_CHOICE })
    setUnopened(why)
  }
  return (
    <ModalBody
      title={CONTACT_IMPORT_TEXTS.title}
      {...(fresh.length > 0 && { onSubmit: save })}
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
      {file && !file.opened.isAscii && (
        <ChooseEncoding
          encoding={file.encoding}
          isSure={file.opened.isSure}
          disabled={modal.submitting}
          onChoose={(chosen) => setFile({ ...file, encoding: chosen, columns: null, phones: NO_CHOICE })}
        />
      )}
      {file && read?.kind === 'table' && columns && (
        <ChooseColumns
          table={read.table}
          guess={read.columns}
          columns={columns}
          disabled={modal.submitting}
          onChoose={(chosen) => setFile({ ...file, columns: chosen, phones: NO_CHOICE })}
        />
      )}
      {file && contacts && (
        <Checked
          plan={check.data ?? null}
          isFailed={check.isError}
          hasNew={fresh.length > 0}
          disabled={modal.submitting}
          onChoosePhone={(row, number) => setFile({ ...file, phones: new Map([...file.phones, [row, number]]) })}
        />
      )}
      <FormErrorPanel
        submitError={
          (opened && sent === opened ? failure : null) ?? unopened ?? fault ?? (check.error && errorText(check.error))
        }
      />
    </ModalBody>
  )
}

const NO_CHOICE: ChosenPhones = new Map()

function tryToRead(
  opened: OpenedFile | null,
  encoding: Encoding | null,
): { read: ReadFile | null; fault: string | null } {
  if (opened === null || encoding === null) return { read: null, fault: null }
  try {
    return { read: readContacts(opened, encoding), fault: null }
  } catch (error) {
    return { read: null, fault: error instanceof Error ? error.message : String(error) }
  }
}

type CheckedProps = {
  plan: PlannedContact[] | null
  isFailed: boolean
  hasNew: boolean
  disabled: boolean
  onChoosePhone: (row: number, number: string) => void
}

function Checked({ plan, isFailed, hasNew, disabled, onChoosePhone }: CheckedProps) {
  const styles = useAdminStyles()
  if (isFailed) return null
  if (plan === null) return <PageSkeleton />
  return (
    <>
      <Preview plan={plan} disabled={disabled} onChoosePhone={onChoosePhone} />
      {!hasNew && <p className={styles.fact}>{CONTACT_IMPORT_TEXTS.nothingNew}</p>}
    </>
  )
}
