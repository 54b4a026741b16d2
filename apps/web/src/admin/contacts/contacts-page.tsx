import { OPTIONS_HEIGHT, PACE } from '@partyline/contract'
import { Button, Option, SearchBox } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowUploadRegular } from '@fluentui/react-icons/svg/arrow-upload'
import { useRef, useState } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import type { NumberFilter } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { Dropdown, errorModal, openModal } from '../../ui/index.ts'
import { editContactModal, importContactsModal } from '../admin-modals.ts'
import { CONTACT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { ContactList } from './contact-list.tsx'

const FILTERS: readonly NumberFilter[] = ['enabled', 'disabled', 'all']

/** The contacts; enabled ones by default. */
export function ContactsPage() {
  const styles = useAdminStyles()
  const [filter, setFilter] = useState<NumberFilter>('enabled')
  const [written, setWritten] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const term = useDebounced(written.trim(), PACE.searchDebounceMs)
  return (
    <Card title={CONTACT_TEXTS.title} about={CONTACT_TEXTS.about} action={<Actions />}>
      <div className={styles.tools}>
        <SearchBox
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
        icon={<ArrowUploadRegular />}
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

/** Saves a file as a download. */
function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has read the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
