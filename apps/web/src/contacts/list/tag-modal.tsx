import { contactTag } from '@partyline/contract'
import { useState } from 'react'
import { FormErrorPanel, ModalActions, ModalBody, useDiscardQuestion, useModal } from '../../ui/index.ts'
import { FORM_TEXTS } from '../card/card-texts.ts'
import { TagsField } from '../card/tags-field.tsx'
import { BULK_TEXTS } from './list-texts.ts'

export type TagModalProps = {
  kind: 'add' | 'remove'
  /** Which contacts, in words. */
  contacts: string
  onChosen: (tags: string[]) => void
}

/** Chooses the tags to add to the selected contacts, or to remove from them. */
export function TagModal({ kind, contacts, onChosen }: TagModalProps) {
  const { done } = useModal()
  const [tags, setTags] = useState<string[]>([])
  const [written, setWritten] = useState('')
  useDiscardQuestion(tags.length > 0 || written.trim() !== '')
  const [problem, setProblem] = useState<string | undefined>()

  function submit() {
    // A tag that is typed need not be added first, which would move the button from under the pointer.
    const typed = kind === 'add' ? written.trim() : ''
    const all = typed === '' ? tags : [...tags, typed]
    const wrong = all.map((tag) => contactTag.safeParse(tag).error?.issues[0]?.message).find(Boolean)
    const message = all.length === 0 ? BULK_TEXTS.chooseTags : wrong
    setProblem(message)
    if (message !== undefined) return
    done()
    onChosen(all)
  }

  return (
    <ModalBody
      title={(kind === 'add' ? BULK_TEXTS.addTitle : BULK_TEXTS.removeTitle)(contacts)}
      onSubmit={submit}
      actions={
        <ModalActions label={kind === 'add' ? BULK_TEXTS.add : BULK_TEXTS.remove} busyLabel={FORM_TEXTS.saving} />
      }
    >
      <TagsField
        label={BULK_TEXTS.tags}
        mayAdd={kind === 'add'}
        value={tags}
        onWrite={(text) => {
          setWritten(text)
          setProblem(undefined)
        }}
        wrong={problem}
        onChange={(chosen) => {
          setTags(chosen)
          setProblem(undefined)
        }}
      />
      <FormErrorPanel messages={[problem]} />
    </ModalBody>
  )
}
