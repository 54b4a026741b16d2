import type { Note } from '@partyline/contract'
import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { HistoryRegular } from '@fluentui/react-icons/svg/history'
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal'
import { useApi } from '../../platform/platform-context.tsx'
import { announce, confirmationModal, hasModal, openModal, useDangerStyles, useMenuLayer } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { copyText } from '../transcript/copy-text.ts'
import type { NoteActions } from '../transcript/transcript-rows.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import { editNoteModal, noteHistoryModal } from './note-modals.ts'
import { NOTE_TOOL_TEXTS } from './note-tool-texts.ts'

export type NoteMenuProps = {
  label: string
  tabIndex: number
  note: Note
  named: readonly Mentioned[]
  mayChange: boolean
  hasHistory: boolean
  actions: NoteActions
}

/** The menu of a note. It is mounted to be opened, so that it starts open. */
export function NoteMenu({ label, tabIndex, note, named, mayChange, hasHistory, actions }: NoteMenuProps) {
  const layer = useMenuLayer()
  const api = useApi()
  const danger = useDangerStyles()
  const { chatId, onChanged } = actions

  const askToDelete = () =>
    openModal(confirmationModal, {
      title: NOTE_TOOL_TEXTS.deleteTitle,
      message: NOTE_TOOL_TEXTS.deleteQuestion,
      confirmLabel: NOTE_TOOL_TEXTS.delete,
      busyLabel: NOTE_TOOL_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        onChanged(await api.call('notes.delete', { params: { chatId, noteId: note.id } }))
        announce(NOTE_TOOL_TEXTS.deletedDone)
        focusNote(note)
      },
    })

  return (
    <Menu {...layer} positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          icon={<MoreHorizontalRegular />}
          data-tip={MESSAGE_TEXTS.moreShort}
          aria-label={label}
          tabIndex={tabIndex}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {note.text !== '' && (
            <MenuItem icon={<CopyRegular />} onClick={() => copyText(note.text)}>
              {MESSAGE_TEXTS.copy}
            </MenuItem>
          )}
          {mayChange && (
            <MenuItem
              icon={<EditRegular />}
              onClick={() => openModal(editNoteModal, { chatId, note, named, onChanged })}
            >
              {NOTE_TOOL_TEXTS.edit}
            </MenuItem>
          )}
          {hasHistory && (
            <MenuItem icon={<HistoryRegular />} onClick={() => openModal(noteHistoryModal, { chatId, note })}>
              {NOTE_TOOL_TEXTS.history}
            </MenuItem>
          )}
          {mayChange && (
            <MenuItem className={danger.quiet} icon={<DeleteRegular />} onClick={askToDelete}>
              {NOTE_TOOL_TEXTS.delete}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

/** A deleted note has no menu anymore, to which the focus could return. */
function focusNote({ id }: Note) {
  const focusIfLost = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus()
  }
  // The modal returns the focus one frame after it has closed.
  const whenClosed = () => requestAnimationFrame(hasModal() ? whenClosed : () => requestAnimationFrame(focusIfLost))
  whenClosed()
}
