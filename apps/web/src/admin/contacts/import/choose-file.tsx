import { Button } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { useRef, useState } from 'react'
import { useAdminStyles } from '../../admin.styles.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { openContacts } from './read-contacts.ts'
import type { OpenedFile } from './read-contacts.ts'

type Props = {
  fileName: string | null
  disabled: boolean
  /** Called with the file, or with the reason why it can't be read. */
  onChoose: (file: { name: string; opened: OpenedFile } | null, fault: string | null) => void
}

/** Opens files in the browser: only names and numbers are sent to the server. */
export function ChooseFile({ fileName, disabled, onChoose }: Props) {
  const styles = useAdminStyles()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)

  async function read(files: readonly File[]) {
    setIsReading(true)
    try {
      const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
      onChoose({ name: files.map(({ name }) => name).join(', '), opened: await openContacts(bytes) }, null)
    } catch (error) {
      onChoose(null, error instanceof Error ? error.message : String(error))
    } finally {
      setIsReading(false)
    }
  }

  return (
    <div className={styles.row}>
      <Button
        icon={<DocumentRegular />}
        disabled={disabled}
        disabledFocusable={isReading}
        onClick={() => input.current?.click()}
      >
        {fileName === null ? CONTACT_IMPORT_TEXTS.choose : CONTACT_IMPORT_TEXTS.chooseOther}
      </Button>
      <output className={styles.quiet}>{isReading ? CONTACT_IMPORT_TEXTS.reading : fileName}</output>
      {/* Any file can be chosen: its contents decide, and systems disagree about the types of CSV files and vCards. */}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={CONTACT_IMPORT_TEXTS.file}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          // So that the same file can be chosen again after it was fixed.
          if (files.length > 0) void read(files).finally(() => (target.value = ''))
        }}
      />
    </div>
  )
}
