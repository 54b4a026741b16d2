import type { ContactId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { askToDiscard, EmptyState, PageSkeleton } from '../../ui/index.ts'
import { CARD_TEXTS } from '../card/card-texts.ts'
import { ContactCard } from '../card/contact-card.tsx'
import type { OnText } from '../card/contact-card.tsx'
import { ContactForm } from '../card/contact-form.tsx'
import { useAskToClose } from '../card/use-ask-to-close.ts'
import type { EditedForm } from '../card/use-ask-to-close.ts'
import { contactQuery } from '../contact-queries.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'

type Props = {
  /** Null adds one. */
  contactId: ContactId | null
  onText: OnText
  /** Opens the contact that was added, or one that has its phone. */
  onOpen: (id: ContactId) => void
  form: EditedForm
  onClose: () => void
}

/** The pane next to the list, with a contact's card or the form for a new one. */
export function ContactPane({ contactId, onText, onOpen, form, onClose }: Props) {
  const styles = useListStyles()
  const title = contactId === null ? CARD_TEXTS.newTitle : CARD_TEXTS.title
  const closeButton = useRef<HTMLButtonElement>(null)
  const { place, askToClose } = useAskToClose<HTMLElement>(onClose, form)
  useEffect(() => {
    if (contactId !== null) closeButton.current?.focus()
  }, [contactId])

  return (
    <section ref={place} className={styles.pane} aria-label={title}>
      <div className={styles.paneHead}>
        <h2 className={styles.paneTitle}>{title}</h2>
        <Button
          ref={closeButton}
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={CARD_TEXTS.close}
          data-tip={LIST_TEXTS.close}
          onClick={askToClose}
        />
      </div>
      {contactId === null ? (
        <ContactForm
          contact={null}
          onDone={(added) => (added ? onOpen(added.id) : onClose())}
          onOpen={(id) => askToDiscard(() => onOpen(id))}
          onEdits={form.onEdits}
        />
      ) : (
        <OpenedCard contactId={contactId} onText={onText} onClose={onClose} onEdits={form.onEdits} />
      )}
    </section>
  )
}

type CardProps = Pick<Props, 'onText' | 'onClose'> & Pick<EditedForm, 'onEdits'> & { contactId: ContactId }

function OpenedCard({ contactId, onText, onClose, onEdits }: CardProps) {
  const styles = useListStyles()
  const { data: contact, error, refetch } = useQuery(contactQuery(useApi(), contactId))
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone) {
    return (
      <EmptyState
        title={CARD_TEXTS.gone}
        text={CARD_TEXTS.goneText}
        action={{ label: CARD_TEXTS.backToList, onClick: onClose }}
      />
    )
  }
  if (contact) return <ContactCard contact={contact} onText={onText} onDeleted={onClose} onEdits={onEdits} />
  if (!error) {
    return (
      <div className={styles.loading}>
        <PageSkeleton />
      </div>
    )
  }
  return (
    <EmptyState
      title={CARD_TEXTS.failed}
      action={{ label: LIST_TEXTS.retry, onClick: () => void refetch(), primary: true }}
    />
  )
}
