import type { Chat, ChatId } from '@partyline/contract'
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '../../auth/index.ts'
import { numberLabel, twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import {
  announce,
  FormErrorPanel,
  FormField,
  isSameValue,
  ModalActions,
  ModalBody,
  openModal,
  useDiscardQuestion,
  useModal,
} from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import type { ModalDefinition } from '../../ui/index.ts'
import { lazyChunk, loadOnApproach } from '../../platform/chunks.ts'
import type { NewContactModalProps } from './new-contact-modal.tsx'
import { BusyPhonesNotice } from './busy-phones-notice.tsx'
import { phoneCandidate } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { ChosenMembers } from './chosen-members.tsx'
import { MemberPicker } from './member-picker.tsx'
import { DRAFT_FIELDS, fillDraft } from './chat-draft.ts'
import type { ChatDraft, DraftField, DraftProblems, FilledDraft } from './chat-draft.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'
import { NumberPicker } from './number-picker.tsx'
import { focusFirstWrong, RelayQuestion } from './relay-question.tsx'
import { useCandidates } from './use-candidates.ts'
import { useSubmitChat } from './use-submit-chat.ts'
import type { SubmitChat } from './use-submit-chat.ts'

const newContactModal: ModalDefinition<NewContactModalProps> = {
  name: 'NewMobile',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./new-contact-modal.tsx')).NewContactModal),
}

type Props = {
  title: string
  saveLabel: string
  savingLabel: string
  /** The initial values; null ones depend on the number. */
  initial: ChatDraft
  /** Validates the form. */
  problemsOf: (filled: FilledDraft) => DraftProblems
  submit: SubmitChat
  failureTitle: string
  /** The chat that is changed; absent for a new one. */
  chatId?: ChatId
  onDone: (chat: Chat) => void
}

const useStyles = makeStyles({
  members: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  picker: { flexGrow: 1, flexBasis: '240px' },
  retry: { marginTop: tokens.spacingVerticalS },
})

/** The form for creating or changing a chat: number, name, and members. */
export function ChatForm(props: Props) {
  const styles = useStyles()
  const modal = useModal()
  const api = useApi()
  const { id: me } = useSignedIn()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const numbers = useQuery(twilioNumbersQuery(api))
  const candidates = useCandidates()
  const [draft, setDraft] = useState(props.initial)
  useDiscardQuestion(!isSameValue(draft, props.initial))
  const [touched, setTouched] = useState<ReadonlySet<DraftField>>(new Set())
  const firstField = useRef<HTMLDivElement>(null)
  const { send, failure, problems: refused, forget } = useSubmitChat({ ...props, numbers: numbers.data ?? [] })

  const filled = fillDraft(draft, { numbers: numbers.data ?? [], users: candidates.team, me })
  const problems = props.problemsOf(filled)
  const shown = (field: DraftField) => refused[field] ?? (touched.has(field) ? problems[field] : undefined)
  const phones = filled.members.filter(({ role }) => role === 'ExternalMobile').length
  const loadFailure = notLoaded({ numbers: numbers.isError, people: candidates.isError })
  const loadAgain = () => {
    if (numbers.isError) void numbers.refetch()
    candidates.loadAgain()
  }

  useEffect(() => {
    if (Object.keys(refused).length > 0) focusFirstWrong(firstField.current?.closest('form'))
  }, [refused])

  function change(field: DraftField, next: Partial<ChatDraft>) {
    forget()
    setDraft((current) => ({ ...current, ...next }))
    touch(field)
  }

  /** Not on blur: an error that appears then would move the button that is being clicked. */
  function touch(...fields: readonly DraftField[]) {
    setTouched((current) => new Set([...current, ...fields]))
  }

  function add(candidate: Candidate) {
    change('memberIds', { members: [...filled.members.filter(({ id }) => id !== candidate.id), candidate] })
    announce(CHAT_FORM_TEXTS.added(candidate.name))
  }

  function remove(member: Candidate) {
    change('memberIds', { members: filled.members.filter(({ id }) => id !== member.id) })
    announce(CHAT_FORM_TEXTS.removed(member.name))
  }

  function submit({ moveMembers }: { moveMembers: boolean }) {
    if (Object.keys(problems).length === 0) {
      void send(filled, { moveMembers })
      return
    }
    flushSync(() => touch(...DRAFT_FIELDS))
    focusFirstWrong(firstField.current?.closest('form'))
  }

  return (
    <ModalBody
      title={props.title}
      onSubmit={() => submit({ moveMembers: false })}
      actions={<ModalActions label={props.saveLabel} busyLabel={props.savingLabel} />}
    >
      <FormField
        ref={firstField}
        label={CHAT_FORM_TEXTS.number}
        required
        wrong={shown('numberId')}
        hint={numbers.data?.length === 0 ? CHAT_FORM_TEXTS.noNumbers : undefined}
      >
        <NumberPicker
          numbers={numbers.data ?? []}
          chosen={filled.number}
          none={noNumbers(numbers)}
          format={format}
          disabled={modal.submitting}
          onChoose={({ id }) => change('numberId', { numberId: id })}
        />
      </FormField>
      <FormField label={CHAT_FORM_TEXTS.name} required wrong={shown('name')}>
        <Input
          value={filled.name}
          dir="auto"
          autoComplete="off"
          disabled={modal.submitting}
          onChange={(_, { value }) => change('name', { name: value })}
        />
      </FormField>
      <FormField label={CHAT_FORM_TEXTS.members} required wrong={shown('memberIds')}>
        {/* The button is next to the input, however long the error below both is. */}
        {(field) => (
          <div className={styles.members}>
            <div className={styles.picker}>
              <MemberPicker
                {...field}
                candidates={candidates}
                chosen={filled.members}
                format={format}
                disabled={modal.submitting}
                onAdd={add}
              />
            </div>
            <Button
              icon={<AddRegular />}
              disabled={modal.submitting}
              onClick={() => openModal(newContactModal, { onAdded: (number) => add(phoneCandidate(number)) })}
              {...loadOnApproach(newContactModal.load)}
            >
              {CHAT_FORM_TEXTS.createContact}
            </Button>
          </div>
        )}
      </FormField>
      <ChosenMembers
        members={filled.members}
        format={format}
        showsOptOuts={filled.number?.id === props.initial.numberId}
        disabled={modal.submitting}
        busy={failure?.busy.phones ?? []}
        onRemove={remove}
      />
      {phones > 1 && (
        <RelayQuestion
          relay={filled.relay}
          wrong={shown('relay')}
          disabled={modal.submitting}
          onAnswer={(relay) => change('relay', { relay })}
        />
      )}
      <FormErrorPanel submitError={failure?.text ?? loadFailure} messages={DRAFT_FIELDS.map(shown)}>
        {failure === null && loadFailure !== null && (
          <Button className={styles.retry} onClick={loadAgain}>
            {CHAT_FORM_TEXTS.retry}
          </Button>
        )}
        {failure && (
          <BusyPhonesNotice
            busy={failure.busy}
            labelOf={(number) => numberLabel(number, format)}
            disabled={modal.submitting}
            onUseNumber={({ id }) => change('numberId', { numberId: id })}
            onMove={() => submit({ moveMembers: true })}
          />
        )}
      </FormErrorPanel>
    </ModalBody>
  )
}

function notLoaded({ numbers, people }: { numbers: boolean; people: boolean }): string | null {
  if (numbers && people) return CHAT_FORM_TEXTS.bothFailed
  if (numbers) return CHAT_FORM_TEXTS.numbersFailed
  return people ? CHAT_FORM_TEXTS.peopleFailed : null
}

/** The placeholder of an empty list of numbers. */
function noNumbers({ isError, isPending }: { isError: boolean; isPending: boolean }): string {
  if (isError) return CHAT_FORM_TEXTS.numbersFailed
  return isPending ? CHAT_FORM_TEXTS.loadingNumbers : CHAT_FORM_TEXTS.noNumbers
}
