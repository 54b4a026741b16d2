import { Button, Field, mergeClasses, Select } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { useRef, useState } from 'react'
import type { ClipboardEvent, DragEvent } from 'react'
import { ENCODINGS } from '../../core/contact-files/decode-text.ts'
import type { Encoding } from '../../core/contact-files/decode-text.ts'
import { openFiles } from '../../core/contact-files/open-files.ts'
import type { OpenedFile } from '../../core/contact-files/open-files.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'

const MAX_FILE_BYTES = 100_000_000
const MAX_NAME = 255

type Props = {
  fileName: string | null
  /** Called with the file, or with the reason why it can't be read. */
  onChoose: (file: { name: string; opened: OpenedFile } | null, fault: string | null) => void
}

/** Opens files in the browser, or rows that are pasted. */
export function ChooseFile({ fileName, onChoose }: Props) {
  const styles = useImportStyles()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [isOver, setIsOver] = useState(false)

  async function open(name: string, contents: readonly (() => Promise<Uint8Array>)[]) {
    setIsReading(true)
    try {
      const bytes = await Promise.all(contents.map((read) => read()))
      onChoose({ name: name.slice(0, MAX_NAME), opened: await openFiles(bytes, MAX_FILE_BYTES) }, null)
    } catch (error) {
      onChoose(null, error instanceof Error ? error.message : String(error))
    } finally {
      setIsReading(false)
    }
  }
  const openAll = (files: readonly File[]) =>
    open(
      files.map(({ name }) => name).join(', '),
      files.map((file) => async () => new Uint8Array(await file.arrayBuffer())),
    )

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) void openAll(files)
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!text.includes('\n') && !text.includes('\t')) return
    event.preventDefault()
    void open(IMPORT_TEXTS.pasted, [() => Promise.resolve(new TextEncoder().encode(text))])
  }

  return (
    <div
      className={mergeClasses(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <div className={styles.tools}>
        <Button icon={<DocumentRegular />} disabledFocusable={isReading} onClick={() => input.current?.click()}>
          {fileName === null ? IMPORT_TEXTS.choose : IMPORT_TEXTS.chooseOther}
        </Button>
        <output className={styles.quiet}>{isReading ? IMPORT_TEXTS.reading : fileName}</output>
      </div>
      {fileName === null && <p className={styles.quiet}>{IMPORT_TEXTS.drop}</p>}
      {/* Any file can be chosen: its contents decide, and systems disagree about the types of CSV files and vCards. */}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={IMPORT_TEXTS.file}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          // So that the same file can be chosen again after it was fixed.
          if (files.length > 0) void openAll(files).finally(() => (target.value = ''))
        }}
      />
    </div>
  )
}

type EncodingProps = { encoding: Encoding; isSure: boolean; onChoose: (encoding: Encoding) => void }

/** Chooses how the bytes of a file are read as letters. */
export function ChooseEncoding({ encoding, isSure, onChoose }: EncodingProps) {
  return (
    <Field label={IMPORT_TEXTS.encoding} hint={isSure ? undefined : IMPORT_TEXTS.encodingGuess}>
      <Select value={encoding} onChange={(_, { value }) => onChoose(value as Encoding)}>
        {Object.entries(ENCODINGS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}
