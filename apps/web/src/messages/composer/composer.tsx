import { SENDABLE_TYPES } from '@partyline/contract'
import type { ChatId, Member } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AttachRegular } from '@fluentui/react-icons/svg/attach'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { SendRegular } from '@fluentui/react-icons/svg/send'
import { Suspense, useEffect, useId, useImperativeHandle, useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { hasModal } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { Writing } from '../../core/outbox/outgoing.ts'
import { Quote } from '../transcript/quote.tsx'
import { ComposerCountLine } from './composer-count-line.tsx'
import { isTooLong } from './composer-count.ts'
import { useComposerStyles } from './composer.styles.ts'
import type { Drafts } from '../../core/drafts.ts'
import { EmojiButton } from './emoji/emoji-button.tsx'
import { readFiles } from './read-file.ts'
import { reachOf } from './skipped-phones.ts'
import { TextField } from './text-field.tsx'
import { useDraft } from './use-draft.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

const AttachedFiles = lazyComponent(optionalChunk(async () => (await import('./attached-files.tsx')).AttachedFiles))

export type ComposerHandle = {
  focus: () => void
  attach: (files: Iterable<File>) => Promise<void>
}

type Props = {
  chatId: ChatId
  chatName: string
  /** Empty for a new chat until someone is chosen: then the message reaches no one yet. */
  members: readonly Member[]
  drafts: Drafts
  /** The sender's name if the tenant signs texts, otherwise null. */
  signature: string | null
  onSend: (writing: Writing) => void
  /** Whether the message is being sent. If given, the draft stays until the caller takes it. */
  isSending?: boolean
  ref?: Ref<ComposerHandle>
}

/** The composer. Enter sends, Shift+Enter adds a line; the focus stays. */
export function Composer({ chatId, chatName, members, drafts, signature, onSend, isSending, ref }: Props) {
  const styles = useComposerStyles()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const countId = useId()
  const files = useDraft(drafts, chatId, (draft) => draft.files)
  const problem = useDraft(drafts, chatId, (draft) => draft.problem)
  const replyTo = useDraft(drafts, chatId, (draft) => draft.replyTo)
  const { phones, skipped, refused } = reachOf(members)
  const obstacles = [...refused, ...skipped]
  const canSend = useDraft(drafts, chatId, ({ text }) => {
    const isEmpty = text.trim() === '' && files.length === 0
    return !isEmpty && !isTooLong({ text, signature }) && refused.length === 0 && !isSending
  })

  async function attach(added: Iterable<File>) {
    drafts.attach(chatId, await readFiles(added, () => crypto.randomUUID()))
    textarea.current?.focus()
  }

  function send() {
    if (!canSend) return
    onSend(isSending === undefined ? drafts.take(chatId) : drafts.of(chatId))
    textarea.current?.focus()
  }

  /** Inserts at the caret, replacing the selection. */
  function insert(words: string) {
    const field = textarea.current
    if (!field) return
    field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end')
    drafts.write(chatId, field.value)
    field.focus()
  }

  function cancelReply() {
    drafts.replyTo(chatId, null)
    textarea.current?.focus()
  }

  useImperativeHandle(ref, () => ({ focus: () => textarea.current?.focus(), attach }))

  // On touch devices, focus would open the keyboard over the messages. A modal keeps its focus.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches && !hasModal()) textarea.current?.focus()
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter belongs to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && replyTo !== null) {
      event.preventDefault()
      cancelReply()
    }
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    void attach(event.clipboardData.files)
  }

  return (
    <div className={styles.root}>
      <div className={styles.box}>
        {replyTo && (
          <div className={styles.reply}>
            <Quote
              className={styles.replyQuote}
              quoted={replyTo}
              author={MESSAGE_TEXTS.replyingTo(
                members.find(({ id }) => id === replyTo.sentBy)?.name ?? MESSAGE_TEXTS.formerMember,
              )}
            />
            <Button
              appearance="subtle"
              size="small"
              icon={<DismissRegular />}
              aria-label={MESSAGE_TEXTS.cancelReply}
              onClick={cancelReply}
            />
          </div>
        )}
        <Suspense fallback={null}>
          <AttachedFiles
            files={files}
            onRemove={(file) => {
              drafts.detach(chatId, file)
              textarea.current?.focus()
            }}
          />
        </Suspense>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <TextField
          field={textarea}
          chatId={chatId}
          drafts={drafts}
          aria-label={MESSAGE_TEXTS.writeTo(chatName)}
          aria-describedby={countId}
          readOnly={isSending}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {obstacles.map((sentence) => (
          <p key={sentence} className={styles.problem}>
            {sentence}
          </p>
        ))}
        <div className={styles.foot}>
          <input
            ref={chooser}
            className={styles.chooser}
            type="file"
            multiple
            accept={Object.keys(SENDABLE_TYPES).join(',')}
            aria-hidden="true"
            tabIndex={-1}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              // Otherwise the same file could not be chosen again.
              event.target.value = ''
              void attach(chosen)
            }}
          />
          <Button
            appearance="subtle"
            icon={<AttachRegular />}
            aria-label={MESSAGE_TEXTS.attach}
            title={MESSAGE_TEXTS.attach}
            onClick={() => chooser.current?.click()}
          />
          <EmojiButton onChoose={insert} onLeave={() => textarea.current?.focus()} />
          {members.length === 0 && <span id={countId} className={styles.count} />}
          {members.length > 0 && (
            <ComposerCountLine
              id={countId}
              chatId={chatId}
              drafts={drafts}
              signature={signature}
              files={files.length}
              phones={phones}
              skips={obstacles.length > 0}
            />
          )}
          <Button
            className={styles.send}
            appearance="primary"
            icon={<SendRegular />}
            disabledFocusable={!canSend}
            onClick={send}
          >
            {isSending ? MESSAGE_TEXTS.sending : MESSAGE_TEXTS.send}
          </Button>
        </div>
      </div>
    </div>
  )
}
