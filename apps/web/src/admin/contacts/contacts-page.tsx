import { OPTIONS_HEIGHT, PACE } from '@partyline/contract'
import { Button, Option } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowImportRegular } from '@fluentui/react-icons/svg/arrow-import'
import { Suspense, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ConsentLedger, ContactFields, fieldsQuery } from '../../contacts/index.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import type { NumberFilter } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { saveFile } from '../../platform/save-file.ts'
import { useDebounced } from '../../platform/use-debounced.ts'
import { Card, Dropdown, errorModal, openModal, PageSkeleton, SearchField } from '../../ui/index.ts'
import { editContactModal, importContactsModal } from '../admin-modals.ts'
import { CONTACT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { ContactList } from './contact-list.tsx'

const FILTERS: readonly NumberFilter[] = ['enabled', 'disabled', 'all']

/** Contact settings for Admins: the fields of contact cards, and mobile numbers. */
export function ContactSettings() {
  // The fields push the mobile numbers down, so show both at once.
  const { isPending } = useQuery(fieldsQuery(useApi()))
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ContactFields />
      {!isPending && <ConsentLedger />}
      {!isPending && <MobileNumbers />}
    </Suspense>
  )
}

/** The mobile numbers; enabled ones by default. */
function MobileNumbers() {
  const styles = useAdminStyles()
  const [filter, setFilter] = useState<NumberFilter>('enabled')
  const [written, setWritten] = useState('')
  const link = useLinkTo()
  const search = useRef<HTMLInputElement>(null)
  const term = useDebounced(written.trim(), PACE.searchDebounceMs)
  return (
    <Card title={CONTACT_TEXTS.title} about={CONTACT_TEXTS.about} action={<Actions />}>
      <Link href={link('/contacts')} className={styles.link}>
        {CONTACT_TEXTS.toContacts}
      </Link>
      <div className={styles.tools}>
        <SearchField
          ref={search}
          className={styles.search}
          aria-label={CONTACT_TEXTS.search}
          placeholder={CONTACT_TEXTS.search}
          value={written}
          onChange={(_, { value }) => setWritten(value)}
        />
        <Dropdown
          className={styles.filter}
          aria-label={CONTACT_TEXTS.filter}
          listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
          value={CONTACT_TEXTS.filters[filter]}
          selectedOptions={[filter]}
          onOptionSelect={(_, { optionValue }) => setFilter(optionValue as NumberFilter)}
        >
          {FILTERS.map((one) => (
            <Option key={one} value={one}>
              {CONTACT_TEXTS.filters[one]}
            </Option>
          ))}
        </Dropdown>
      </div>
      <ContactList filter={filter} term={term} search={search} />
    </Card>
  )
}

function Actions() {
  const styles = useAdminStyles()
  const api = useApi()
  const [isExporting, setIsExporting] = useState(false)

  async function exportAll() {
    setIsExporting(true)
    try {
      const { fileName, csv } = await api.call('settings.exportMobileNumbers')
      saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      openModal(errorModal, { title: CONTACT_TEXTS.exportFailed, message: errorText(error) })
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <div className={styles.row}>
      <Button icon={<AddRegular />} onClick={() => openModal(editContactModal, { number: null })}>
        {CONTACT_TEXTS.add}
      </Button>
      <Button
        icon={<ArrowImportRegular />}
        onClick={() => openModal(importContactsModal, {})}
        {...loadOnApproach(importContactsModal.load)}
      >
        {CONTACT_TEXTS.import}
      </Button>
      <Button icon={<ArrowDownloadRegular />} disabledFocusable={isExporting} onClick={() => void exportAll()}>
        {isExporting ? CONTACT_TEXTS.exporting : CONTACT_TEXTS.export}
      </Button>
    </div>
  )
}
