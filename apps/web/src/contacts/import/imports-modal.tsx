import type { ContactImport } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { Loaded, ModalBody, useModal } from '../../ui/index.ts'
import { importsQuery } from '../contact-queries.ts'
import { IMPORT_CONSENT_TEXTS, IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'
import { useUndo } from './use-undo.ts'

/** The imports of the last 30 days, to undo them and to download their reports. */
export function ImportsModal() {
  const styles = useImportStyles()
  const { close } = useModal()
  return (
    <ModalBody title={IMPORT_TEXTS.listTitle} actions={<Button onClick={close}>{IMPORT_TEXTS.close}</Button>}>
      <p className={styles.fact}>{IMPORT_TEXTS.listAbout}</p>
      <Loaded query={importsQuery(useApi())}>
        {(imports) =>
          imports.length === 0 ? (
            <p className={styles.quiet}>{IMPORT_TEXTS.listEmpty}</p>
          ) : (
            <ul className={styles.list}>
              {imports.map((one) => (
                <Entry key={one.id} of={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ModalBody>
  )
}

function Entry({ of }: { of: ContactImport }) {
  const styles = useImportStyles()
  const times = useTimes()
  const client = useQueryClient()
  const [now] = useState(() => Date.now())
  const { undo, undoing, mayUndo, report } = useUndo()
  const refresh = () => void client.invalidateQueries({ queryKey: queryKeys.contacts.imports })
  return (
    <li className={styles.entry}>
      <span className={styles.words} dir="auto">
        <span className={styles.name}>{of.fileName}</span>
        <span className={styles.quiet}>{IMPORT_TEXTS.who(of.by.name, times.full(of.createdAt))}</span>
        <span className={styles.quiet}>
          {undoing
            ? IMPORT_TEXTS.undoProgress(undoing)
            : `${IMPORT_TEXTS.state(of, now)}: ${IMPORT_TEXTS.summary(of.counts)}`}
        </span>
        {of.consent && <span className={styles.quiet}>{IMPORT_CONSENT_TEXTS.recorded(of.consent)}</span>}
      </span>
      <span className={styles.tools}>
        <Button
          appearance="subtle"
          icon={<ArrowDownloadRegular />}
          aria-label={IMPORT_TEXTS.reportOf(of.fileName)}
          onClick={() => void report(of)}
        />
        {mayUndo(of) && (
          <Button
            icon={<ArrowUndoRegular />}
            disabledFocusable={undoing !== null}
            aria-label={IMPORT_TEXTS.undoOf(of.fileName)}
            onClick={() => undo(of, refresh)}
          >
            {IMPORT_TEXTS.undo}
          </Button>
        )}
      </span>
    </li>
  )
}
