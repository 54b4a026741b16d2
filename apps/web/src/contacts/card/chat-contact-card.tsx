import type { ChatId, NumberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { useLayer } from '../../platform/use-layer.ts'
import { EmptyState, PageSkeleton } from '../../ui/index.ts'
import { chatContactsQuery } from '../shared-queries.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'
import { ContactCard } from './contact-card.tsx'
import type { OnText } from './contact-card.tsx'
import { useAskToClose, useEditedForm } from './use-ask-to-close.ts'

type Props = {
  chatId: ChatId
  phoneId: NumberId
  onText: OnText
  onClose: () => void
}

/** The card of a contact in a chat, with a way back to the details of the chat. */
export function ChatContactCard({ chatId, phoneId, onText, onClose }: Props) {
  const styles = useCardStyles()
  const { data: contacts, isError, refetch } = useQuery(chatContactsQuery(useApi(), chatId))
  const contact = contacts?.find(({ phones }) => phones.some(({ id }) => id === phoneId))
  const form = useEditedForm()
  const { place, askToClose } = useAskToClose<HTMLDivElement>(onClose, form)
  const back = useRef<HTMLButtonElement>(null)
  useLayer(true, onClose)
  useEffect(() => back.current?.focus(), [])
  return (
    <div ref={place}>
      <div className={styles.back}>
        <Button ref={back} appearance="subtle" icon={<ArrowLeftRegular />} onClick={askToClose}>
          {CARD_TEXTS.backToDetails}
        </Button>
      </div>
      {contact ? (
        <ContactCard
          contact={contact}
          onText={onText}
          isHere={({ id }) => id === phoneId}
          onDeleted={onClose}
          onEdits={form.onEdits}
        />
      ) : isError ? (
        <EmptyState
          title={CARD_TEXTS.failed}
          action={{ label: CARD_TEXTS.retry, onClick: () => void refetch(), primary: true }}
        />
      ) : contacts ? (
        <EmptyState
          title={CARD_TEXTS.gone}
          text={CARD_TEXTS.goneText}
          action={{ label: CARD_TEXTS.backToDetails, onClick: onClose }}
        />
      ) : (
        <div className={styles.loading}>
          <PageSkeleton />
        </div>
      )}
    </div>
  )
}
