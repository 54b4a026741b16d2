import type { ChatId, Member, NumberId } from '@partyline/contract'
import { CONSENT_TEXTS } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { chatContactsQuery, RecordConsentButton } from '../../contacts/index.ts'
import { inWords } from '../../core/people.ts'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStable } from '../../platform/use-stable.ts'
import { confirmationModal, openModal, showToast } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { noticeOf } from './consent-notice-words.ts'
import { CONSENT_NOTICE_TEXTS as TEXTS } from './consent-notice-texts.ts'

const useStyles = makeStyles({
  notice: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 0`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
})

type Props = {
  chatId: ChatId
  numberId: NumberId
  /** The contacts without consent; at least one. */
  lacking: readonly Member[]
  /** Called if the focus was on an action that disappeared. */
  onDone: () => void
}

/** In the composer: who has not agreed to texts in writing, with ways to ask for it and to record it. */
export function ConsentNotice({ chatId, numberId, lacking, onDone }: Props) {
  const styles = useStyles()
  const api = useApi()
  const client = useQueryClient()
  const times = useTimes()
  const me = useMe()
  const { data: lines } = useQuery(twilioNumbersQuery(api))
  const { sentences, unasked } = noticeOf(lacking, times)
  const text = sentences.join(' ')
  const hasActed = useRef(false)
  const keepFocus = () => {
    hasActed.current = true
  }

  function ask() {
    const line = lines?.find(({ id }) => id === numberId)
    const names = inWords(unasked.map(({ name }) => name))
    openModal(confirmationModal, {
      title: TEXTS.askTitle,
      message: line ? TEXTS.askMessage(names, line.name) : TEXTS.askMessageOfUnknownLine(names),
      footer: line?.consentRequest ?? CONSENT_TEXTS.request(me?.tenantName ?? ''),
      confirmLabel: TEXTS.send,
      busyLabel: TEXTS.sending,
      onConfirm: async () => {
        await api.call('consent.ask', { params: { chatId } })
        keepFocus()
        showToast({ kind: 'done', text: TEXTS.asking })
        void client.invalidateQueries({ queryKey: queryKeys.chats.opened(chatId) })
        void client.invalidateQueries({ queryKey: queryKeys.contacts.all })
      },
    })
  }

  return (
    <div className={styles.notice}>
      <output className={styles.text}>{text}</output>
      {/* A new text takes its actions with it. */}
      <FocusKeeper key={text} hasActed={hasActed} onLost={onDone} />
      {unasked.length > 0 && (
        <Button size="small" disabledFocusable={lines === undefined || me === undefined} onClick={ask}>
          {TEXTS.ask}
        </Button>
      )}
      {lacking.map((member) => (
        <RecordConsentButton
          key={member.id}
          phone={member}
          numberId={numberId}
          isOneOfSeveral={lacking.length > 1}
          find={async () => {
            const contacts = await client.fetchQuery(chatContactsQuery(api, chatId))
            return contacts.find(({ phones }) => phones.some(({ id }) => (id as string) === member.id))
          }}
          onOpen={keepFocus}
        />
      ))}
    </div>
  )
}

/** On unmount, passes on the focus if an action here had it. */
function FocusKeeper({ hasActed, onLost }: { hasActed: RefObject<boolean>; onLost: () => void }) {
  const lost = useStable(onLost)
  useEffect(
    () => () => {
      if (!hasActed.current) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) lost()
      })
    },
    [hasActed, lost],
  )
  return null
}
