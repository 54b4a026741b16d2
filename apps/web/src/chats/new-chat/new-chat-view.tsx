import type { Chat, ChatId, ChatListItem, Member, NumberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { OptionsRegular } from '@fluentui/react-icons/svg/options'
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { addedOnOf, inWords } from '../../core/people.ts'
import { releaseFiles } from '../../core/outbox/outgoing.ts'
import { Composer, DropZone } from '../../messages/index.ts'
import type { ComposerHandle } from '../../messages/index.ts'
import { numberLabel } from '../../numbers/index.ts'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { EmptyState, openModal, showToast, undoByToast, useFrameWidth } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'
import { lacksAnswer, UNTOUCHED } from '../chat-form/chat-draft.ts'
import { focusFirstWrong, RelayQuestion } from '../chat-form/relay-question.tsx'
import { newChatModal } from '../chat-modals.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { BackToList } from '../opened/back-to-list.tsx'
import { useOpenedStyles } from '../opened/opened.styles.ts'
import { useHasHours } from '../opened/use-chat-number.ts'
import { LineMenu } from './line-menu.tsx'
import { isEmptyChat } from './new-chat-draft.ts'
import { NewChatNotices } from './new-chat-notices.tsx'
import { useNewChatStyles } from './new-chat.styles.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { RecipientField } from './recipient-field.tsx'
import { hasOptedOut, withRecipients } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { useToFieldStyles } from './to-field.styles.ts'
import { useNewChat } from './use-new-chat.ts'
import { useOptions } from './use-options.ts'
import { useLackingConsent } from './use-lacking-consent.ts'
import { useRecipients } from './use-recipients.ts'
import { useSendChat } from './use-send-chat.ts'
import { rememberLine } from '../usual-line.ts'

const ClosedNotice = lazyComponent(
  optionalChunk(async () => (await import('../opening-hours/closed-notice.tsx')).ClosedNotice),
)

const NewChatConsent = lazyComponent(optionalChunk(async () => (await import('./new-chat-consent.tsx')).NewChatConsent))

type Props = {
  id: ChatId
  /** Leaves the view; the draft stays. */
  onClose: () => void
  onOpen: (chatId: ChatId) => void
  onCreated: (chat: Chat) => void
  recipientField: RefObject<HTMLInputElement | null>
  composer: RefObject<ComposerHandle | null>
}

/** The middle pane with a new chat: who it is for, and its first message. */
export function NewChatView({ id, onClose, onOpen, onCreated, recipientField: field, composer }: Props) {
  const styles = useNewChatStyles()
  const toField = useToFieldStyles()
  const opened = useOpenedStyles()
  const { drafts } = useChatClient()
  const me = useMe()
  const state = useNewChat(id)
  const { store, draft, lines, line, first, format, busy } = state
  const { recipients, written } = draft
  const people = useRecipients(state)
  const sending = useSendChat(state, (chat, isEmpty) => (isEmpty ? created(chat) : sent(chat)))
  const options = useOptions({
    written,
    chosen: recipients,
    team: state.team,
    lineId: line?.id,
    format,
    reader: people.reader,
  })
  const notices = useRef<HTMLDivElement>(null)
  const [isAnswerMissing, setAnswerMissing] = useState(false)
  const recover = useEffectEvent(sending.recover)
  // The row of a draft depends on it, even before someone is chosen.
  useEffect(() => store.change({}), [store])
  const isWide = useFrameWidth() !== 'one'
  const phones = recipients.filter(({ role }) => role === 'ExternalMobile')
  const others = first.filter(({ id }) => (id as string) !== state.owner && !recipients.some((one) => one.id === id))
  const labelOf = (number: (typeof lines)[number]) => numberLabel(number, format)
  const isReady = recipients.length > 0
  const hasHours = useHasHours(line?.id)
  const lacking = useLackingConsent(line, phones)

  // Together with the field, so that no key is lost, and after the composer, which takes the focus when it appears.
  // Otherwise, a name typed now could be sent to the recipients of an earlier draft.
  useLayoutEffect(() => field.current?.focus(), [field])
  useEffect(() => field.current?.focus(), [field])

  useEffect(() => {
    if (state.mayExist) recover()
  }, [state.mayExist])

  function choose(change: Partial<typeof draft>) {
    sending.forget()
    store.choose(change)
  }

  async function submit(isEmpty = false) {
    if (people.isFinding) return
    if (!(await people.complete())) field.current?.focus()
    else if (lacksAnswer(store.current().recipients, draft.relay)) {
      flushSync(() => setAnswerMissing(true))
      focusFirstWrong(notices.current)
    } else if (busy && !draft.moveMembers) notices.current?.querySelector('button')?.focus()
    else if (isEmpty) sending.begin()
    else sending.send()
  }

  function finish(chat: Chat) {
    rememberLine(state.owner, chat.numberId)
    store.clear()
    onCreated(chat)
  }

  function sent(chat: Chat) {
    releaseFiles(drafts.take(id).files)
    finish(chat)
  }

  function discard() {
    const draft = store.current()
    const { text, files } = drafts.take(id)
    store.clear()
    onClose()
    if (isEmptyChat(draft, { text, files })) return
    const onUndo = () => {
      store.change(draft)
      drafts.write(id, text)
      drafts.attach(id, files)
      onOpen(id)
    }
    showToast({ kind: 'done', text: NEW_CHAT_TEXTS.discarded, onUndo })
  }

  /** The chat was created without its message, which stays in the composer. */
  function created(chat: Chat) {
    const { text, files } = drafts.take(id)
    drafts.write(chat.id, text)
    drafts.attach(chat.id, files)
    finish(chat)
  }

  function openForm() {
    openModal(newChatModal, {
      initial: {
        ...UNTOUCHED,
        numberId: line?.id ?? null,
        relay: draft.relay,
        members: isReady ? withRecipients(first, recipients) : null,
      },
      recipients,
      onCreated: created,
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || sending.isSending) return
    event.preventDefault()
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of the fields inside
    <div className={styles.view} onKeyDown={onKeyDown}>
      <header className={opened.header}>
        <BackToList onBack={onClose} />
        <div className={opened.titles}>
          <h2 className={opened.name}>{CHAT_TEXTS.newChat}</h2>
          <div className={opened.aboutLine}>
            {line && lines.length > 1 && (
              <LineMenu
                numbers={lines}
                chosen={line}
                labelOf={labelOf}
                disabled={sending.isSending}
                onChoose={(numberId: NumberId) => choose({ numberId })}
              />
            )}
            {line && lines.length === 1 && (
              <p className={opened.about}>
                {NEW_CHAT_TEXTS.from} {labelOf(line)}
              </p>
            )}
          </div>
        </div>
        <Button
          className={styles.options}
          appearance="subtle"
          icon={<OptionsRegular />}
          aria-label={NEW_CHAT_TEXTS.moreOptions}
          {...loadOnApproach(newChatModal.load)}
          // The form takes over the recipients with the person and the line's default users.
          disabled={sending.isSending || (isReady && (state.users.isPending || state.numbers.isPending))}
          onClick={openForm}
        >
          {isWide && NEW_CHAT_TEXTS.moreOptions}
        </Button>
        {isWide && (
          <Button appearance="subtle" icon={<DismissRegular />} aria-label={NEW_CHAT_TEXTS.close} onClick={discard} />
        )}
      </header>
      <div className={toField.place}>
        <RecipientField
          field={field}
          recipients={recipients}
          written={written}
          options={options}
          format={format}
          detailOf={(chat: ChatListItem) => chatDetail(chat)}
          problem={people.problem}
          isFinding={people.isFinding}
          disabled={sending.isSending}
          onWrite={people.write}
          onAdd={(recipient) => {
            sending.forget()
            people.add([recipient])
          }}
          onRemove={(recipient) => {
            sending.forget()
            people.remove(recipient)
          }}
          onFind={people.find}
          onOpen={({ id }) => onOpen(id)}
          onDone={() => composer.current?.focus()}
        />
        {isReady && others.length > 0 && (
          <p className={styles.quiet}>{NEW_CHAT_TEXTS.alsoIn(inWords(others.map(({ name }) => name)))}</p>
        )}
      </div>
      <DropZone onFiles={sending.isSending ? null : (files) => void composer.current?.attach(files)}>
        <div className={styles.body}>
          <NewChatNotices
            ref={notices}
            state={state}
            failure={sending.failure}
            disabled={sending.isSending}
            labelOf={labelOf}
            onUseNumber={({ id }) => choose({ numberId: id })}
            onMove={() => {
              store.change({ moveMembers: true })
              composer.current?.focus()
            }}
          >
            {phones.length > 1 && (
              <RelayQuestion
                relay={draft.relay}
                wrong={isAnswerMissing && draft.relay === null ? CHAT_FORM_TEXTS.relayMissing : undefined}
                disabled={sending.isSending}
                onAnswer={(relay) => store.change({ relay })}
              />
            )}
            {line && lacking.length > 0 && (
              <Suspense fallback={null}>
                <NewChatConsent
                  line={line}
                  lacking={lacking}
                  disabled={sending.isSending}
                  onBegin={() => void submit(true)}
                />
              </Suspense>
            )}
          </NewChatNotices>
          <EmptyState
            icon={<ComposeRegular />}
            title={isReady ? inWords(recipients.map(({ name }) => name)) : NEW_CHAT_TEXTS.hintTitle}
            text={
              !isReady ? NEW_CHAT_TEXTS.hint : phones.length > 0 ? NEW_CHAT_TEXTS.readyHint : NEW_CHAT_TEXTS.teamHint
            }
          />
        </div>
        {line && hasHours && phones.length > 0 && (
          <Suspense fallback={null}>
            <ClosedNotice numberId={line.id} />
          </Suspense>
        )}
        <Composer
          ref={composer}
          chatId={id}
          chatName={isReady ? inWords(recipients.map(({ name }) => name)) : NEW_CHAT_TEXTS.unnamed}
          members={recipients.map((one) => ({
            ...asMember(one, line?.id),
            ...(line && line.consent !== 'off' && lacking.includes(one) && { lacksConsent: line.consent }),
          }))}
          relay={draft.relay}
          numberId={line?.id}
          drafts={drafts}
          signature={me?.addSignature ? me.name : null}
          isSending={sending.isSending}
          onSend={() => void submit()}
          onUndo={undoByToast}
        />
      </DropZone>
    </div>
  )

  /** Its line, if several are in use. */
  function chatDetail({ numberId }: ChatListItem): string {
    const number = lines.find(({ id }) => id === numberId)
    return number && lines.length > 1 ? labelOf(number) : ''
  }
}

/** A recipient as the composer needs it. */
function asMember(recipient: Recipient, lineId: NumberId | undefined): Member {
  const { id, name, role, number, barred = null } = recipient
  return {
    id,
    name,
    role,
    number,
    barred,
    optedOut: hasOptedOut(recipient, lineId),
    addedOn: addedOnOf({ role, addedOn: '' }),
    deletedOn: null,
    disabled: false,
    leftDirectoryAt: null,
  }
}
