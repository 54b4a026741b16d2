import type { Contact, ContactId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { EmptyState, ModalBody, PageSkeleton, useModal } from '../../ui/index.ts'
import { CARD_TEXTS } from '../card/card-texts.ts'
import { contactQuery } from '../contact-queries.ts'
import { fieldsQuery } from '../shared-queries.ts'
import { ChooseContact } from './choose-contact.tsx'
import { CompareContacts } from './compare-contacts.tsx'
import { MERGE_TEXTS } from './merge-texts.ts'

export type MergeModalProps = {
  /** The contact that is kept. */
  contactId: ContactId
  /** Null: it is chosen here. */
  otherId: ContactId | null
  /** Called with the merged contact. */
  onMerged?: (kept: Contact) => void
}

/** Merges two contacts: chooses the other one, then the values to keep. */
export function MergeModal({ contactId, otherId, onMerged }: MergeModalProps) {
  const api = useApi()
  const { submitting } = useModal()
  const [chosenId, choose] = useState(otherId)
  // An event may announce the merge before the response arrives; the other contact is then gone.
  const first = useQuery({ ...contactQuery(api, contactId), enabled: !submitting })
  const second = useQuery({
    ...contactQuery(api, chosenId ?? contactId),
    enabled: !submitting && chosenId !== null,
  })
  const fields = useQuery(fieldsQuery(api))

  if (isGone(first.error)) return <Gone contact={first.data} onChoose={null} />
  if (first.data && chosenId === null) return <ChooseContact contact={first.data} onChoose={choose} />
  if (isGone(second.error)) {
    return <Gone contact={second.data} onChoose={otherId === null ? () => choose(null) : null} />
  }
  if (first.data && second.data && fields.data) {
    return (
      <CompareContacts
        pair={{ first: first.data, second: second.data }}
        fields={fields.data}
        {...(otherId === null && { onBack: () => choose(null) })}
        {...(onMerged && { onMerged })}
      />
    )
  }
  const failed = [first, second, fields].filter(({ isError }) => isError)
  return (
    <Waiting>
      {failed.length > 0 ? (
        <EmptyState
          title={CARD_TEXTS.failed}
          action={{ label: MERGE_TEXTS.retry, onClick: () => failed.forEach(({ refetch }) => void refetch()) }}
        />
      ) : (
        <PageSkeleton />
      )}
    </Waiting>
  )
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function Waiting({ children }: { children: ReactNode }) {
  const { close } = useModal()
  return (
    <ModalBody title={MERGE_TEXTS.chooseTitle} actions={<Button onClick={close}>{MERGE_TEXTS.close}</Button>}>
      {children}
    </ModalBody>
  )
}

/** Someone else has deleted one of the two. */
function Gone({ contact, onChoose }: { contact: Contact | undefined; onChoose: (() => void) | null }) {
  const { close } = useModal()
  return (
    <ModalBody
      title={MERGE_TEXTS.goneTitle}
      actions={
        <>
          <Button onClick={close}>{MERGE_TEXTS.close}</Button>
          {onChoose && (
            <Button appearance="primary" onClick={onChoose}>
              {MERGE_TEXTS.chooseOther}
            </Button>
          )}
        </>
      }
    >
      <p role="alert">{contact ? MERGE_TEXTS.gone(contact.name) : CARD_TEXTS.goneText}</p>
    </ModalBody>
  )
}
