import type { ContactImport, ImportDuplicates } from '@partyline/contract'
import { Button, ProgressBar } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Encoding } from '../../core/contact-files/decode-text.ts'
import { decodeFile } from '../../core/contact-files/open-files.ts'
import type { OpenedFile } from '../../core/contact-files/open-files.ts'
import { UNREADABLE_TEXTS } from '../../core/contact-files/unreadable-texts.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { announce, FormErrorPanel, ModalBody, openModal, useModal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { LANGUAGES } from '../card/languages.ts'
import { importsModal } from '../contact-modals.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { fieldsQuery } from '../shared-queries.ts'
import type { DateOrder } from './cell-values.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseEncoding, ChooseFile } from './choose-file.tsx'
import { cardRows, hasUnclearDates, tableRows } from './file-rows.ts'
import { ImportPreview } from './import-preview.tsx'
import { IMPORT_CONSENT_TEXTS, IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'
import { choiceColumns } from './row-choice.ts'
import { StateConsent } from './state-consent.tsx'
import { guessMapping, rememberedMapping } from './targets.ts'
import type { Mapping } from './targets.ts'
import { uploadRows } from './upload.ts'
import { useStatedConsent } from './use-stated-consent.ts'
import { useUndo } from './use-undo.ts'

type ChosenFile = { name: string; opened: OpenedFile; encoding: Encoding }
type Step = 'file' | 'preview' | 'consent' | 'importing' | 'done'

/** Rows in the preview. */
const PREVIEWED = 100
/** Countries that write the month first. */
const MONTH_FIRST = ['US', 'PR', 'GU', 'VI', 'AS', 'PH', 'FM', 'MH', 'PW']

/** Imports contacts from a file: columns, preview, consent, progress, result. */
export function ImportModal() {
  const styles = useImportStyles()
  const api = useApi()
  const modal = useModal()
  const changed = useContactsChanged()
  const { undo, undoing, mayUndo, report } = useUndo()
  const { data: fields = [] } = useQuery(fieldsQuery(api))
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [chosen, setMapping] = useState<Mapping | null>(null)
  const country = useMe()?.defaultCountry ?? 'US'
  const [chosenOrder, setDateOrder] = useState<DateOrder | null>(null)
  const dateOrder = chosenOrder ?? (MONTH_FIRST.includes(country) ? 'monthFirst' : 'dayFirst')
  const [duplicates, setDuplicates] = useState<ImportDuplicates>('skip')
  const [progress, setProgress] = useState<ContactImport | null>(null)
  const isStopped = useRef(false)

  const { read, unreadable } = useMemo(() => tryToRead(file), [file])
  const table = read?.kind === 'table' ? read.table : null
  const guess = useMemo(() => table && guessMapping(table, fields), [table, fields])
  const headings = guess?.isFirstRowHeading ? (table?.rows[0] ?? []) : []
  const remembered = useQuery({
    queryKey: queryKeys.contacts.importColumns(headings),
    queryFn: ({ signal }) =>
      api.call('contactImports.columns', { body: { headings: headings.map(shortened) }, signal }),
    enabled: headings.length > 0,
  })
  const last = remembered.data?.columns
  const known =
    guess && last
      ? {
          ...guess,
          targets: rememberedMapping(
            last.map(({ target }) => target),
            fields,
          ),
        }
      : null
  const mapping = chosen ?? known ?? guess
  const isMapped = step !== 'file'
  const columns = useMemo(
    () => (isMapped && table && mapping ? choiceColumns(table, mapping) : []),
    [isMapped, table, mapping],
  )
  const consent = useStatedConsent(columns)
  const only = consent.values.rows
  const rows = useMemo(() => {
    if (read?.kind === 'cards') return cardRows(read.cards)
    return table && mapping ? tableRows(table, mapping, { fields, languages: LANGUAGES, dateOrder }, only) : null
  }, [read, table, mapping, fields, dateOrder, only])
  const isUnclear = table !== null && mapping !== null && hasUnclearDates(table, mapping, fields)
  const hasWay = !mapping || mapping.targets.some((target) => target === 'phones' || target === 'emails')

  const preview = useQuery({
    queryKey: queryKeys.contacts.importPreview(file?.name, mapping, dateOrder, duplicates, only),
    queryFn: ({ signal }) =>
      api.call('contactImports.preview', { body: { duplicates, rows: rows?.slice(0, PREVIEWED) ?? [] }, signal }),
    enabled: (step === 'preview' || step === 'consent') && rows !== null && rows.length > 0,
    gcTime: 0,
    staleTime: 0,
    // Keep the rows while another choice is checked.
    placeholderData: (before) => before,
  })

  // The steps replace the button that had the focus.
  const top = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current !== step) top.current?.focus()
    shownStep.current = step
  }, [step])

  function choose(next: { name: string; opened: OpenedFile } | null, why: string | null) {
    setFile(next && { ...next, encoding: next.opened.encoding })
    setFault(why)
    setMapping(null)
    consent.forgetRows()
  }

  async function start() {
    if (!file || !rows || rows.length === 0) return
    setStep('importing')
    setFault(null)
    isStopped.current = false
    modal.setSubmitting(true)
    let done: ContactImport | null = null
    const columns = table && mapping?.isFirstRowHeading ? (table.rows[0] ?? []) : []
    const wanted = {
      fileName: file.name,
      duplicates,
      ...consent.body,
      columns: columns.map((heading, at) => ({ heading: shortened(heading), target: mapping?.targets[at] ?? 'none' })),
    }
    try {
      done = await uploadRows(api, wanted, rows, {
        onProgress(part) {
          done = part
          setProgress(part)
        },
        isStopped: () => isStopped.current,
      })
      setProgress(done)
      announce(IMPORT_TEXTS.finished(done.done, done.total))
    } catch (error) {
      setFault([errorText(error), done && IMPORT_TEXTS.failedAfter(done.done)].filter(Boolean).join('\n'))
    }
    modal.setSubmitting(false)
    setStep(done ? 'done' : 'consent')
    await changed()
  }

  const total = rows?.length ?? 0
  const isReady = rows !== null && total > 0 && hasWay
  const actions: Record<Step, ReactNode> = {
    file: (
      <>
        <Button className={styles.start} appearance="subtle" onClick={() => openModal(importsModal, {})}>
          {IMPORT_TEXTS.earlier}
        </Button>
        <Button onClick={modal.close}>{IMPORT_TEXTS.cancel}</Button>
        <Button appearance="primary" type="submit" disabledFocusable={!isReady}>
          {IMPORT_TEXTS.next}
        </Button>
      </>
    ),
    preview: (
      <>
        <Button onClick={() => setStep('file')}>{IMPORT_TEXTS.back}</Button>
        <Button appearance="primary" type="submit">
          {IMPORT_TEXTS.next}
        </Button>
      </>
    ),
    consent: (
      <>
        <Button onClick={() => setStep('preview')}>{IMPORT_TEXTS.back}</Button>
        <Button appearance="primary" type="submit">
          {IMPORT_TEXTS.start(total)}
        </Button>
      </>
    ),
    importing: (
      <Button
        onClick={() => {
          isStopped.current = true
        }}
      >
        {IMPORT_TEXTS.stop}
      </Button>
    ),
    done: (
      <>
        {progress && <Button onClick={() => void report(progress)}>{IMPORT_TEXTS.report}</Button>}
        {progress && mayUndo(progress) && (
          <Button disabledFocusable={undoing !== null} onClick={() => undo(progress, setProgress)}>
            {IMPORT_TEXTS.undo}
          </Button>
        )}
        <Button appearance="primary" onClick={modal.done}>
          {IMPORT_TEXTS.close}
        </Button>
      </>
    ),
  }

  function submit() {
    if (step === 'consent' && consent.check()) void start()
    else if (step === 'preview') setStep('consent')
    else if (step === 'file' && isReady) setStep('preview')
  }

  return (
    <ModalBody title={IMPORT_TEXTS.title} onSubmit={submit} actions={actions[step]}>
      <div ref={top} tabIndex={-1} />
      {step === 'file' && (
        <>
          <p className={styles.fact}>{IMPORT_TEXTS.about}</p>
          <ChooseFile fileName={file?.name ?? null} onChoose={choose} />
          {file && !file.opened.isAscii && (
            <ChooseEncoding
              encoding={file.encoding}
              isSure={file.opened.isSure}
              onChoose={(encoding) => {
                setFile({ ...file, encoding })
                setMapping(null)
                consent.forgetRows()
              }}
            />
          )}
          {table && mapping && (
            <ChooseColumns
              table={table}
              fields={fields}
              mapping={mapping}
              isRemembered={chosen === null && known !== null}
              dateOrder={isUnclear ? dateOrder : null}
              onChoose={(next) => {
                setMapping(next)
                consent.forgetRows()
              }}
              onChooseDates={setDateOrder}
            />
          )}
          {read?.kind === 'cards' && <p className={styles.fact}>{IMPORT_TEXTS.previewOf(total, total)}</p>}
        </>
      )}
      {step === 'preview' && (
        <ImportPreview
          rows={preview.isError ? [] : (preview.data ?? null)}
          total={total}
          fields={fields}
          duplicates={duplicates}
          onChoose={setDuplicates}
        />
      )}
      {step === 'consent' && (
        <StateConsent
          values={consent.values}
          errors={consent.errors}
          attempts={consent.attempts}
          columns={columns}
          previewed={preview.isPlaceholderData ? [] : (preview.data ?? [])}
          rows={total}
          total={table ? table.rows.length - Number(mapping?.isFirstRowHeading) : total}
          onChange={consent.change}
        />
      )}
      {step === 'importing' && (
        <>
          <p className={styles.fact}>{IMPORT_TEXTS.progress(progress?.done ?? 0, total)}</p>
          <ProgressBar
            value={progress?.done ?? 0}
            max={total}
            thickness="large"
            aria-label={IMPORT_TEXTS.importing}
            aria-valuetext={IMPORT_TEXTS.progress(progress?.done ?? 0, total)}
          />
          {progress && <p className={styles.quiet}>{IMPORT_TEXTS.summary(progress.counts)}</p>}
          <p className={styles.quiet}>{IMPORT_TEXTS.keepOpen}</p>
        </>
      )}
      {step === 'done' && progress && (
        <>
          <p className={styles.summary}>
            {progress.state === 'undone'
              ? IMPORT_TEXTS.undone(progress.kept)
              : IMPORT_TEXTS.finished(progress.done, progress.total)}
          </p>
          <p className={styles.fact}>{IMPORT_TEXTS.summary(progress.counts)}</p>
          {progress.consent && <p className={styles.fact}>{IMPORT_CONSENT_TEXTS.recorded(progress.consent)}</p>}
          {undoing && (
            <>
              <p className={styles.quiet}>{IMPORT_TEXTS.undoProgress(undoing)}</p>
              <ProgressBar
                value={undoing.undone}
                max={Math.max(1, undoing.counts.added + undoing.counts.filled + undoing.counts.overwritten)}
                thickness="large"
                aria-label={IMPORT_TEXTS.undoing}
              />
            </>
          )}
        </>
      )}
      <FormErrorPanel
        submitError={
          fault ??
          unreadable ??
          (rows !== null && total === 0 ? UNREADABLE_TEXTS.empty : null) ??
          (step === 'file' && rows !== null && !hasWay ? IMPORT_TEXTS.needed : null) ??
          (preview.error && step === 'preview' ? errorText(preview.error) : null)
        }
        messages={step === 'consent' ? Object.values(consent.errors) : []}
      />
    </ModalBody>
  )
}

const shortened = (heading: string) => heading.slice(0, 200)

function tryToRead(file: ChosenFile | null) {
  if (!file) return { read: null, unreadable: null }
  try {
    return { read: decodeFile(file.opened, file.encoding), unreadable: null }
  } catch (error) {
    return { read: null, unreadable: error instanceof Error ? error.message : String(error) }
  }
}
