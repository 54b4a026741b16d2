import { Button } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { useRef, useState } from 'react'
import { useAdminStyles } from '../../admin.styles.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { readContacts } from './read-contacts.ts'
import type { ReadFile } from './read-contacts.ts'

type Props = {
  fileName: string | null
  disabled: boolean
  /** Called with the file, or with the reason why it can't be read. */
  onChoose: (file: { name: string; read: ReadFile } | null, fault: string | null) => void
}

/** Reads a file in the browser: only names and numbers are sent to the server. */
export function ChooseFile({ fileName, disabled, onChoose }: Props) {
  const styles = useAdminStyles()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)

  async function read(file: File) {
    setIsReading(true)
    try {
      onChoose({ name: file.name, read: readContacts(new Uint8Array(await file.arrayBuffer())) }, null)
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
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.vcf,.vcard,text/csv,text/vcard,text/x-vcard,text/plain"
        aria-label={CONTACT_IMPORT_TEXTS.file}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again after it was fixed.
          if (file) void read(file).finally(() => (target.value = ''))
        }}
      />
    </div>
  )
}
