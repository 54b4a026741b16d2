import { isBlank } from '@partyline/contract'
import type { MemberId, Note } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { LockClosedRegular } from '@fluentui/react-icons/svg/lock-closed'
import { memo } from 'react'
import type { People } from '../../core/people.ts'
import { MessageMedia } from '../../media/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, useLongPress } from '../../ui/index.ts'
import { openMenu } from '../transcript/menu-button.tsx'
import { authorName } from '../transcript/transcript-rows.ts'
import type { NoteActions, TranscriptRow } from '../transcript/transcript-rows.ts'
import { useRowStyles } from '../transcript/transcript.styles.ts'
import { NoteMenuButton } from './note-menu-button.tsx'
import { namedMentions } from './note-mentions.ts'
import { NoteText } from './note-text.tsx'
import { NOTE_TEXTS } from './note-texts.ts'
import { useNoteStyles } from './note.styles.ts'

type Props = {
  row: TranscriptRow
  note: Note
  people: People
  me: MemberId
  /** Whether Tab stops at this note. */
  active: boolean
  found: string
  northAmerican: boolean
  actions: NoteActions
}

/** A note among the messages, on its author's side, and in its own color, because it isn't a text to anyone outside. */
export const NoteContent = memo(function NoteContent(props: Props) {
  const { row, note, people, me, active, found, northAmerican, actions } = props
  const rowStyles = useRowStyles()
  const styles = useNoteStyles()
  const times = useTimes()
  const { author, mine, side } = row
  const ours = side === 'ours'
  const name = authorName(row)
  const isDeleted = note.deletedOn !== null
  const longPress = useLongPress(openMenu)
  return (
    <>
      {!ours && (
        <span className={rowStyles.avatar}>
          {!isDeleted && <Avatar person={author ?? { id: note.createdBy, name }} size={32} />}
        </span>
      )}
      <div className={mergeClasses(rowStyles.column, ours && rowStyles.oursColumn)}>
        {!isDeleted && (
          <div className={rowStyles.meta}>
            {!mine && <bdi className={rowStyles.author}>{name}</bdi>}
            <time dateTime={note.createdOn} title={times.full(note.createdOn)}>
              {times.clock(note.createdOn)}
            </time>
            {note.editedOn !== null && <span title={times.full(note.editedOn)}>{NOTE_TEXTS.edited}</span>}
          </div>
        )}
        <div className={mergeClasses(rowStyles.body, ours && rowStyles.oursBody)}>
          <div
            className={mergeClasses(rowStyles.bubble, styles.bubble, isDeleted && styles.deletedBubble)}
            {...longPress}
          >
            {isDeleted ? (
              <p className={mergeClasses(rowStyles.text, styles.deleted)}>
                <LockClosedRegular className={styles.icon} aria-hidden />
                <span className={styles.deletedText} title={times.full(note.createdOn)}>
                  {NOTE_TEXTS.deletedBy(mine ? null : name)}
                </span>
              </p>
            ) : (
              <>
                <span className={styles.label} title={NOTE_TEXTS.teamOnly}>
                  <LockClosedRegular className={styles.icon} aria-hidden />
                  {NOTE_TEXTS.note}
                </span>
                <MessageMedia media={note.media} previews={row.previews} reachable={active} />
                {!isBlank(note.text) && (
                  <p className={rowStyles.text}>
                    <NoteText
                      note={note}
                      people={people}
                      me={me}
                      found={found}
                      northAmerican={northAmerican}
                      reachable={active}
                    />
                  </p>
                )}
              </>
            )}
          </div>
          <NoteTools row={row} note={note} people={people} reachable={active} actions={actions} />
        </div>
      </div>
    </>
  )
})

type ToolsProps = { row: TranscriptRow; note: Note; people: People; reachable: boolean; actions: NoteActions }

/** The menu next to a note, unless it has no items. */
function NoteTools({ row, note, people, reachable, actions }: ToolsProps) {
  const styles = useRowStyles()
  const { mine } = row
  const isDeleted = note.deletedOn !== null
  const hasHistory = actions.isAdmin && (isDeleted || note.editedOn !== null)
  const mayChange = mine && !isDeleted && !actions.isDeleted
  if (!hasHistory && !mayChange && isBlank(note.text)) return null
  return (
    <span className={mergeClasses(styles.tools, row.side === 'ours' && styles.oursTools)}>
      <NoteMenuButton
        label={NOTE_TEXTS.more(mine ? null : authorName(row))}
        tabIndex={reachable ? 0 : -1}
        note={note}
        named={namedMentions(note, people)}
        mayChange={mayChange}
        hasHistory={hasHistory}
        actions={actions}
      />
    </span>
  )
}
