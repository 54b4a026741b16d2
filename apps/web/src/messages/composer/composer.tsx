import { OFFERED_FILES } from '@partyline/contract'
import type { ChatId, Member, NumberId } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { AttachRegular } from '@fluentui/react-icons/svg/attach'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { NoteAddRegular } from '@fluentui/react-icons/svg/note-add'
import { memo, Suspense, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { flushSync } from 'react-dom'
import { AttachedFiles, readFiles } from '../../media/index.ts'
import { KEYS } from '../../shortcuts/index.ts'
import { blankAround, blankBeside, blanksIn, SNIPPET_TEXTS, SnippetTool } from '../../snippets/index.ts'
import { hasModal, publishComposerHeight } from '../../ui/index.ts'
import type { SuggestionToolHandle } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { Timing, Writing } from '../../core/outbox/outgoing.ts'
import { PENDING_TEXTS } from '../pending/pending-texts.ts'
import { Quote } from '../transcript/quote.tsx'
import { ComposerCountLine } from './composer-count-line.tsx'
import { useComposerStyles } from './composer.styles.ts'
import { activePhones } from '../../core/people.ts'
import type { DraftMode, Drafts } from '../../core/drafts.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import { EmojiButton } from './emoji/emoji-button.tsx'
import { isSendable, noteExcess } from './is-sendable.ts'
import { loadMentionList, MentionTool } from './mentions/mention-tool.tsx'
import { ModeSwitch } from './notes/mode-switch.tsx'
import { NOTE_MODE_TEXTS } from './notes/note-texts.ts'
import { useNoteMode } from './notes/use-note-mode.ts'
import type { NoteTools } from './notes/use-note-mode.ts'
import { useNoteQuestion } from './notes/use-note-question.ts'
import { pastedFiles } from './pasted-files.ts'
import { SendButtons } from './send-buttons.tsx'
import { PhoneReaders } from '../readers/phone-readers.tsx'
import { phonesWithoutConsent, reachOf } from './skipped-phones.ts'
import { useZonedMembers } from '../send-later/use-zoned-members.ts'
import { TextField } from './text-field.tsx'
import { useDraft } from './use-draft.ts'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

const EditedBar = lazyComponent(optionalChunk(async () => (await import('../pending/edited-bar.tsx')).EditedBar))
const NoteQuestion = lazyComponent(
  optionalChunk(async () => (await import('./notes/note-question.tsx')).NoteQuestion, { soon: true }),
)
const RecipientHoursLine = lazyComponent(
  optionalChunk(async () => (await import('../recipient-hours/recipient-hours-line.tsx')).RecipientHoursLine),
)

const ConsentNotice = lazyComponent(
  optionalChunk(async () => (await import('../consent/consent-notice.tsx')).ConsentNotice),
)

export type ComposerHandle = {
  focus: () => void
  attach: (files: Iterable<File>) => Promise<void>
  /** Sends the draft, if it can be sent. */
  send: () => void
  sendAt: (timing: Timing) => void
  /** Switches between text and note. */
  toggleNote: () => void
}

type Props = {
  chatId: ChatId
  chatName: string
  /** Empty for a new chat until someone is chosen: then the message reaches no one yet. */
  members: readonly Member[]
  /** Whether contacts read each other's texts. Null for a new chat until the person decides. */
  relay: boolean | null
  /** Its line; undefined for a new chat until it has one. */
  numberId: NumberId | undefined
  drafts: Drafts
  /** The sender's name if the tenant signs texts, otherwise null. */
  signature: string | null
  /** `timing`: if the person chose when. */
  onSend: (writing: Writing, timing?: Timing) => void
  /** Called before a message is sent now. Returns whether the person has to answer a question first. */
  isHeldBack?: () => boolean
  /** Whether messages can be sent later. */
  canSchedule?: boolean
  /** A notice if the edited message was sent, deleted, or returned in the meantime; null: none. */
  fate?: string | null
  /** Discards the edited message if the person undid it: it exists nowhere else. */
  onDiscard?: (() => void) | undefined
  /** Undoes the person's last action. Returns whether there was one. */
  onUndo?: (() => boolean) | undefined
  /** Whether the message is being sent. If given, the draft stays until the caller takes it. */
  isSending?: boolean
  /** Absent in a new chat, which can't have notes yet. */
  notes?: NoteTools
  ref?: Ref<ComposerHandle>
}

const TOUCH = '(pointer: coarse)'

type Snippet = { text: string; files: readonly File[] }

/** The composer of texts and notes. Enter sends or adds, Shift+Enter adds a line; the focus stays. */
export const Composer = memo(function Composer({
  chatId,
  chatName,
  members,
  relay,
  numberId,
  drafts,
  signature,
  onSend,
  isHeldBack,
  canSchedule,
  onUndo,
  fate = null,
  onDiscard,
  isSending,
  notes,
  ref,
}: Props) {
  const styles = useComposerStyles()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const snippets = useRef<SuggestionToolHandle>(null)
  const mentions = useRef<SuggestionToolHandle>(null)
  const [areBlanksRefused, setRefused] = useState(false)
  const countId = useId()
  const files = useDraft(drafts, chatId, (draft) => draft.files)
  const problem = useDraft(drafts, chatId, (draft) => draft.problem)
  const replyTo = useDraft(drafts, chatId, (draft) => draft.replyTo)
  const replaces = useDraft(drafts, chatId, (draft) => draft.replaces)
  const lacksFiles = useDraft(drafts, chatId, (draft) => draft.lacksFiles)
  const { phones, skipped, refused } = reachOf(members)
  const obstacles = [...refused, ...skipped]
  const lacking = phonesWithoutConsent(members)
  const isSendableNow = useDraft(drafts, chatId, (draft) =>
    isSendable(draft, { signature, isRefused: refused.length > 0 }),
  )
  const note = useNoteMode({ chatId, drafts, notes })
  const { isNote, isAdding } = note
  const canSend = isSendableNow && !isSending && !isNote
  const isAnswer = isSendableNow && phones > 0 && !isNote && !replaces?.schedule
  const zoned = useZonedMembers(chatId, members, isAnswer)
  const question = useNoteQuestion({ chatId, drafts, members, isPossible: notes !== undefined && !isNote })
  const tooLongBy = useDraft(drafts, chatId, ({ text }) => (isNote ? noteExcess(text) : 0))

  // Names have no line breaks.
  const blanks = useDraft(drafts, chatId, ({ text }) =>
    blanksIn(text)
      .map(({ name }) => name)
      .join('\n'),
  )

  async function attach(added: Iterable<File>) {
    drafts.attach(chatId, await readFiles([...added]))
    textarea.current?.focus()
  }

  function send(timing?: Timing) {
    if (!canSend || note.isNoteNow() || refuseBlanks() || question.holdsBack()) return
    // A scheduled message that is edited keeps its time.
    const chosen = timing ?? drafts.of(chatId).replaces?.schedule ?? undefined
    if (chosen === undefined && isHeldBack?.()) return
    onSend(isSending === undefined ? drafts.take(chatId) : drafts.of(chatId), chosen)
    textarea.current?.focus()
  }

  function addNote() {
    void note.add()
    textarea.current?.focus()
  }

  function chooseMode(mode: DraftMode) {
    note.choose(mode)
    textarea.current?.focus()
  }

  /** Makes a note of the text, which mentions those whom it addresses. The list of people opens at the caret if it is not clear whom. */
  function switchToNote() {
    const addressees = question.addressees()
    flushSync(() => chooseMode('note'))
    for (const { from, to, person } of addressees.toReversed()) {
      const isLast = to === drafts.of(chatId).text.length
      insert(`@${person.name}${isLast ? ' ' : ''}`, { from, to })
      drafts.mention(chatId, person)
    }
    const { length } = drafts.of(chatId).text
    if (addressees.length === 0) return mentions.current?.look(true, { opens: true })
    // It was opened by the inserted names.
    mentions.current?.onBlur()
    return select({ from: length, to: length })
  }

  function keepAsText() {
    question.keepAsText()
    textarea.current?.focus()
  }

  function mention(chosen: Mentioned, range: { from: number; to: number }) {
    insert(`@${chosen.name} `, range)
    drafts.mention(chatId, chosen)
  }

  /** A message with blanks is not sent: selects the first blank, and says why. Returns whether there is one. */
  function refuseBlanks(): boolean {
    const [first] = blanksIn(drafts.of(chatId).text)
    setRefused(first !== undefined)
    if (first) select(first)
    return first !== undefined
  }

  function select({ from, to }: { from: number; to: number }) {
    textarea.current?.focus()
    textarea.current?.setSelectionRange(from, to)
  }

  /** Replaces a range, by default the selection, as if it were typed. */
  function insert(words: string, range?: { from: number; to: number }) {
    const field = textarea.current
    if (!field || field.readOnly) return
    if (range) select(range)
    else field.focus()
    typeText(field, words)
    drafts.write(chatId, field.value)
  }

  async function insertSnippet({ text, files: added }: Snippet, range?: { from: number; to: number }) {
    if (added.length > 0) await attach(added)
    insert(text, range)
    setRefused(false)
    const end = textarea.current?.selectionStart ?? 0
    const blank = blanksIn(drafts.of(chatId).text).find(({ from, to }) => from >= end - text.length && to <= end)
    if (blank) select(blank)
  }

  function cancelReply() {
    drafts.replyTo(chatId, null)
    textarea.current?.focus()
  }

  useImperativeHandle(ref, () => ({
    focus: () => textarea.current?.focus(),
    attach,
    send,
    sendAt: send,
    toggleNote: () => chooseMode(note.isNoteNow() ? 'text' : 'note'),
  }))

  // On touch devices, focus would open the keyboard over the messages. A modal keeps its focus.
  useEffect(() => {
    if (!matchMedia(TOUCH).matches && !hasModal()) textarea.current?.focus()
  }, [])

  // So that the list of people opens without delay.
  useEffect(() => {
    if (isNote) void loadMentionList().catch(() => undefined)
  }, [isNote])

  function onKeyDown(event: KeyboardEvent) {
    if (snippets.current?.onKeyDown(event) || mentions.current?.onKeyDown(event)) return
    const blank = event.key === 'Tab' && textarea.current && blankBeside(textarea.current, event.shiftKey ? -1 : 1)
    if (blank) {
      event.preventDefault()
      select(blank)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      // A key that is held down answers no question, and sends nothing more.
      if (event.repeat) return
      if (isNote) addNote()
      else send()
    } else if (isUndoKey(event) && drafts.of(chatId).text === '') {
      if (onUndo?.()) event.preventDefault()
    } else if (event.key === 'Escape' && replyTo !== null && !isNote) {
      event.preventDefault()
      cancelReply()
    }
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = pastedFiles(event.clipboardData)
    if (pasted.length === 0) return
    event.preventDefault()
    void attach(pasted)
  }

  return (
    <div ref={publishComposerHeight} className={styles.root}>
      <div className={mergeClasses(styles.box, isNote && styles.noteBox)} data-mode={isNote ? 'note' : 'text'}>
        {notes ? (
          <ModeSwitch mode={isNote ? 'note' : 'text'} reason={note.reason} onChoose={chooseMode}>
            {!isNote && <PhoneReaders members={members} relay={relay} />}
          </ModeSwitch>
        ) : (
          <PhoneReaders className={styles.readers} members={members} relay={relay} />
        )}
        {replaces && (
          <Suspense fallback={null}>
            <EditedBar
              replaces={replaces}
              fate={fate}
              lacksFiles={lacksFiles}
              label={onDiscard ? PENDING_TEXTS.discard : PENDING_TEXTS.cancelEdit}
              onCancel={() => {
                if (onDiscard) onDiscard()
                else drafts.clear(chatId)
                textarea.current?.focus()
              }}
            />
          </Suspense>
        )}
        {replyTo && !isNote && (
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
              aria-keyshortcuts={KEYS.cancel}
              onClick={cancelReply}
            />
          </div>
        )}
        <Suspense fallback={null}>
          <AttachedFiles
            files={files}
            onRemove={(id) => {
              const removed = files.find((one) => one.id === id)
              if (removed) drafts.detach(chatId, removed)
              textarea.current?.focus()
            }}
          />
        </Suspense>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {question.isAsking && (
          <Suspense fallback={<p className={styles.hint}>{NOTE_MODE_TEXTS.question}</p>}>
            <NoteQuestion
              tries={question.tries}
              onSwitch={switchToNote}
              onKeep={keepAsText}
              onLeave={() => textarea.current?.focus()}
            />
          </Suspense>
        )}
        <TextField
          field={textarea}
          chatId={chatId}
          drafts={drafts}
          aria-label={isNote ? NOTE_MODE_TEXTS.writeIn(chatName) : MESSAGE_TEXTS.writeTo(chatName)}
          aria-describedby={countId}
          placeholder={isNote ? NOTE_MODE_TEXTS.write : MESSAGE_TEXTS.write}
          readOnly={isSending}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onInput={() => {
            snippets.current?.look(true)
            mentions.current?.look(true)
          }}
          onSelect={() => {
            snippets.current?.look(false)
            mentions.current?.look(false)
          }}
          onBlur={() => {
            snippets.current?.onBlur()
            mentions.current?.onBlur()
          }}
          onClick={(event) => {
            const blank = blankAround(event.currentTarget)
            if (blank) select(blank)
          }}
        />
        {(isNote ? [] : obstacles).map((sentence) => (
          <p key={sentence} className={styles.problem}>
            {sentence}
          </p>
        ))}
        {lacking.length > 0 && notes && numberId && !isNote && (
          <Suspense fallback={null}>
            <ConsentNotice
              chatId={chatId}
              numberId={numberId}
              lacking={lacking}
              onDone={() => textarea.current?.focus()}
            />
          </Suspense>
        )}
        {blanks !== '' && !isNote && (
          <p className={areBlanksRefused ? styles.problem : styles.hint} role={areBlanksRefused ? 'alert' : 'status'}>
            {SNIPPET_TEXTS.fillIn(blanks.split('\n'), matchMedia(TOUCH).matches)}
          </p>
        )}
        <div className={styles.foot}>
          <input
            ref={chooser}
            className={styles.chooser}
            type="file"
            multiple
            accept={OFFERED_FILES}
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
            onClick={() => chooser.current?.click()}
          />
          <EmojiButton onChoose={insert} onLeave={() => textarea.current?.focus()} />
          <div className={styles.facts}>
            {(members.length === 0 || isNote) && (
              <span id={countId} className={mergeClasses(styles.count, styles.tooLong)}>
                {tooLongBy > 0 && MESSAGE_TEXTS.tooLong(tooLongBy)}
              </span>
            )}
            {members.length > 0 && !isNote && (
              <ComposerCountLine
                id={countId}
                chatId={chatId}
                drafts={drafts}
                signature={signature}
                files={files.length}
                phones={phones}
                skips={obstacles.length > 0}
                onRewrite={
                  isSending ? undefined : (text) => insert(text, { from: 0, to: drafts.of(chatId).text.length })
                }
              />
            )}
            {isAnswer && zoned && (
              <Suspense fallback={null}>
                <RecipientHoursLine chatId={chatId} members={zoned} numberId={numberId} />
              </Suspense>
            )}
          </div>
          {isNote ? (
            <Button
              className={styles.send}
              appearance="primary"
              icon={<NoteAddRegular />}
              disabledFocusable={!note.canAdd}
              onClick={addNote}
            >
              {isAdding ? NOTE_MODE_TEXTS.adding : NOTE_MODE_TEXTS.add}
            </Button>
          ) : (
            <SendButtons
              label={
                isSending ? MESSAGE_TEXTS.sending : replaces?.schedule ? PENDING_TEXTS.schedule : MESSAGE_TEXTS.send
              }
              canSend={canSend}
              contacts={activePhones(zoned ?? members)}
              numberId={numberId}
              onSend={() => send()}
              onSendAt={canSchedule ? send : undefined}
              onSnippets={isSending ? undefined : () => snippets.current?.open()}
            />
          )}
        </div>
      </div>
      <SnippetTool ref={snippets} field={textarea} members={members} numberId={numberId} onInsert={insertSnippet} />
      {isNote && <MentionTool ref={mentions} field={textarea} members={members} onChoose={mention} />}
    </div>
  )
})

/** Replaces the selection so that the browser can undo it. */
function typeText(field: HTMLTextAreaElement, words: string) {
  const { selectionStart: from, selectionEnd: to } = field
  if (words === '' && from === to) return
  // oxlint-disable-next-line typescript/no-deprecated -- only this keeps the browser's undo
  const isDone = document.execCommand(words === '' ? 'delete' : 'insertText', false, words)
  if (!isDone) field.setRangeText(words, from, to, 'end')
}

const isUndoKey = ({ ctrlKey, metaKey, altKey, shiftKey, code }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && code === 'KeyZ'
