import type { ChatId, Note } from '@partyline/contract'
import { isBlank, noteCalls, NOTE_TEXTS as CONTRACT_TEXTS } from '@partyline/contract'
import { makeStyles, Textarea } from '@fluentui/react-components'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useSignedIn } from '../../auth/index.ts'
import { withAddressees } from '../../core/notes/addressed.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { FormErrorPanel, FormField, ModalActions, ModalBody, showSaved, useSubmit } from '../../ui/index.ts'
import { usersQuery } from '../../users/index.ts'
import { keptMentions } from './note-mentions.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import { NOTE_TOOL_TEXTS } from './note-tool-texts.ts'

const useStyles = makeStyles({
  text: { minHeight: '120px', maxHeight: '40vh' },
})

export type EditNoteModalProps = {
  chatId: ChatId
  note: Note
  /** The mentions whose names are known. */
  named: readonly Mentioned[]
  onChanged: (note: Note) => void
}

const fields = noteCalls['notes.update'].body.pick({ text: true })

/** Changes the text of an own note. Its files stay. */
export function EditNoteModal({ chatId, note, named, onChanged }: EditNoteModalProps) {
  const styles = useStyles()
  const api = useApi()
  const form = useForm<{ text: string }>({
    resolver: standardSchemaResolver(fields),
    defaultValues: { text: note.text },
  })
  const { modal, failure, submit } = useSubmit(form)
  const me = useSignedIn().id
  const { data: users = [] } = useQuery(usersQuery(api))
  const colleagues = users.filter(({ id, disabled }) => !disabled && (id as string) !== me)

  const save = form.handleSubmit(({ text }) => {
    if (isBlank(text) && note.media.length === 0) {
      form.setError('text', { message: CONTRACT_TEXTS.empty }, { shouldFocus: true })
      return undefined
    }
    return submit(async () => {
      const kept = keptMentions(note, text, named)
      const { text: complete, mentioned } = withAddressees(text, named, colleagues)
      const body = { text: complete, mentions: [...new Set([...kept, ...mentioned.map(({ id }) => id)])] }
      onChanged(await api.call('notes.update', { params: { chatId, noteId: note.id }, body }))
      showSaved()
    })
  })

  /** Enter starts a new line. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!modal.submitting) void save()
  }

  return (
    <ModalBody
      title={NOTE_TOOL_TEXTS.editTitle}
      onSubmit={() => void save()}
      actions={<ModalActions label={NOTE_TOOL_TEXTS.save} busyLabel={NOTE_TOOL_TEXTS.saving} />}
    >
      <Controller
        control={form.control}
        name="text"
        render={({ field, fieldState }) => (
          <FormField label={NOTE_TOOL_TEXTS.text} wrong={fieldState.error?.message}>
            <Textarea
              {...field}
              textarea={{ className: styles.text }}
              resize="vertical"
              dir="auto"
              disabled={modal.submitting}
              onKeyDown={onKeyDown}
            />
          </FormField>
        )}
      />
      <FormErrorPanel submitError={failure} messages={[form.formState.errors.text?.message]} isOneField />
    </ModalBody>
  )
}
