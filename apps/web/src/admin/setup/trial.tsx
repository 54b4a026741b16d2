import type { ChatId, MemberId } from '@partyline/contract'
import { Button, Input } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageForm } from '../../core/outbox/post-outgoing.ts'
import { deliverySummary } from '../../messages/index.ts'
import { usePhoneFormat } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useGo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useTenant } from '../../settings/index.ts'
import { announce, FormErrorPanel, FormField } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { NumberSending } from '../sending/sending-checks.tsx'
import { TRIAL_TEXTS } from './setup-texts.ts'
import { useSetupStyles } from './setup.styles.ts'
import { exchangeOf, readNewestChat } from './trial-exchange.ts'

/** Polling interval in milliseconds, so that it also works if the live connection is blocked. */
const LOOK_EVERY_MS = 2_000

/** A text from the Admin's own phone, and the answer to it. It ends when the answer is on the phone. */
export function Trial() {
  const styles = useAdminStyles()
  const own = useSetupStyles()
  const api = useApi()
  const client = useQueryClient()
  const go = useGo()
  const me = useMe()
  const { twilioNumbers, defaultCountry } = useTenant()
  const format = usePhoneFormat(defaultCountry)
  /** The chats of phones that aren't the Admin's own. */
  const [others, setOthers] = useState<readonly ChatId[]>([])
  const { data } = useQuery({
    queryKey: queryKeys.trial,
    queryFn: ({ signal }) => readNewestChat(api, others, signal),
    refetchInterval: LOOK_EVERY_MS,
  })
  const chat = data && !others.includes(data.id) ? data : null
  const exchange = chat ? exchangeOf(chat) : null
  const answer = exchange?.answer ?? null
  const delivery =
    chat && me && answer && deliverySummary(answer, { members: chat.members, me: me.id as string as MemberId })
  const isDelivered = answer?.delivery.some(({ status }) => status === 'delivered') === true
  const heading = exchange && TRIAL_TEXTS.arrived(format(exchange.from))
  useEffect(() => {
    if (heading) announce(heading)
  }, [heading])
  useEffect(() => {
    // The server decides whether the step is done.
    if (isDelivered) void client.invalidateQueries({ queryKey: queryKeys.settings.serverState })
  }, [isDelivered, client])

  const inUse = twilioNumbers.filter(({ disabled }) => !disabled)
  return (
    <div className={styles.stack}>
      {exchange === null ? (
        <>
          <div>
            <p className={own.text}>{TRIAL_TEXTS.number}</p>
            {inUse.map((number) => (
              <div key={number.id}>
                <strong className={own.trialNumber}>{format(number.number)}</strong> {number.name}
                <NumberSending number={number} />
              </div>
            ))}
          </div>
          <p className={styles.quiet}>{TRIAL_TEXTS.example}</p>
          <output className={own.state}>{TRIAL_TEXTS.waiting}</output>
        </>
      ) : (
        <>
          <div className={own.action}>
            <p className={own.text}>{heading}</p>
            {chat && answer === null && (
              <Button size="small" onClick={() => setOthers([...others, chat.id])}>
                {TRIAL_TEXTS.notMine}
              </Button>
            )}
          </div>
          <div className={styles.bubble}>{exchange.text}</div>
          {answer && (
            <div className={own.answer}>
              <p className={own.text}>{TRIAL_TEXTS.answered}</p>
              <div className={styles.bubble}>{answer.text}</div>
              {delivery && <output className={own.state}>{delivery.text}</output>}
            </div>
          )}
          {chat && (answer === null || delivery?.tone === 'failed') && (
            <AnswerForm chatId={chat.id} onSent={() => client.invalidateQueries({ queryKey: queryKeys.trial })} />
          )}
        </>
      )}
      <div className={own.action}>
        <Button onClick={() => go('/')}>{TRIAL_TEXTS.later}</Button>
        <span className={styles.quiet}>{TRIAL_TEXTS.laterHint}</span>
      </div>
    </div>
  )
}

function AnswerForm({ chatId, onSent }: { chatId: ChatId; onSent: () => Promise<void> }) {
  const own = useSetupStyles()
  const api = useApi()
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // A retry has the same key, so that the phone gets it once.
  const [key, setKey] = useState(() => crypto.randomUUID())

  async function send() {
    if (text.trim() === '' || isSending) return
    setIsSending(true)
    setFailure(null)
    try {
      const form = messageForm({ text, files: [], timing: { holdSeconds: 0 } })
      await api.call('messages.send', { params: { chatId }, form, headers: { 'Idempotency-Key': key } })
      setText('')
      setKey(crypto.randomUUID())
      await onSent()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className={own.answerForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FormField label={TRIAL_TEXTS.answer} wrong={undefined}>
        <Input
          value={text}
          autoComplete="off"
          onChange={(_, { value }) => {
            setText(value)
            setKey(crypto.randomUUID())
          }}
        />
      </FormField>
      <div className={own.action}>
        <Button type="submit" appearance="primary" disabledFocusable={isSending || text.trim() === ''}>
          {isSending ? TRIAL_TEXTS.sending : TRIAL_TEXTS.send}
        </Button>
      </div>
      <FormErrorPanel submitError={failure} />
    </form>
  )
}
