import type { ChatId, Note } from '@partyline/contract'
import { isBlank } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { BusyRing, FormErrorPanel, ModalBody, useModal, VisuallyHidden } from '../../ui/index.ts'
import { NOTE_TOOL_TEXTS } from './note-tool-texts.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  time: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
})

export type NoteHistoryModalProps = { chatId: ChatId; note: Note }

/** The earlier texts of a note, the latest first. */
export function NoteHistoryModal({ chatId, note }: NoteHistoryModalProps) {
  const styles = useStyles()
  const modal = useModal()
  const api = useApi()
  const times = useTimes()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.noteHistory(note.id, note.version),
    queryFn: ({ signal }) => api.call('notes.history', { params: { chatId, noteId: note.id }, signal }),
    // Few look at it, and only once.
    gcTime: 0,
  })
  const isFailed = error !== null && !isFetching && data === undefined
  const buttons = (
    <>
      {isFailed && <Button onClick={() => void refetch()}>{NOTE_TOOL_TEXTS.retry}</Button>}
      <Button onClick={modal.close}>{NOTE_TOOL_TEXTS.close}</Button>
    </>
  )
  return (
    <ModalBody title={NOTE_TOOL_TEXTS.historyTitle} actions={buttons}>
      {!data && !isFailed && (
        <div>
          <BusyRing />
          <VisuallyHidden>{NOTE_TOOL_TEXTS.loading}</VisuallyHidden>
        </div>
      )}
      {data?.length === 0 && <p className={styles.quiet}>{NOTE_TOOL_TEXTS.none}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.toReversed().map(({ text, replacedOn }) => (
            <li key={replacedOn}>
              <time className={styles.time} dateTime={replacedOn}>
                {NOTE_TOOL_TEXTS.replaced(times.full(replacedOn))}
              </time>
              <p className={isBlank(text) ? styles.quiet : styles.text}>
                {isBlank(text) ? NOTE_TOOL_TEXTS.withoutText : text}
              </p>
            </li>
          ))}
        </ul>
      )}
      <FormErrorPanel submitError={isFailed ? errorText(error) : null} />
    </ModalBody>
  )
}
