import type { ContactId, Erasure } from '@partyline/contract'
import { Button, Checkbox, Field } from '@fluentui/react-components'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { announce, FormErrorPanel, ModalActions, ModalBody, useModal, useRefusal } from '../../ui/index.ts'
import { useContactsChanged } from '../contact-queries.ts'
import { useRemoveContact } from '../use-remove-contact.ts'
import { erasedFacts, ERASE_TEXTS as TEXTS, KEPT_FACTS, keptFacts } from './erase-texts.ts'
import { useEraseStyles } from './erase.styles.ts'
import { useForgetErased } from './use-forget-erased.ts'

export type EraseModalProps = {
  contact: { id: ContactId; name: string }
  /** Called once the result was read. */
  onErased: () => void
}

/** Erases a contact, and then lists what was erased and what was kept. */
export function EraseModal({ contact, onErased }: EraseModalProps) {
  const [result, setResult] = useState<ResultProps | null>(null)
  return result ? (
    <Result {...result} />
  ) : (
    <EraseForm
      contact={contact}
      onDone={(done) => {
        setResult(done)
        announce(TEXTS.doneTitle)
      }}
      onErased={onErased}
    />
  )
}

function EraseForm({ contact, onDone, onErased }: EraseModalProps & { onDone: (result: ResultProps) => void }) {
  const styles = useEraseStyles()
  const api = useApi()
  const { submitting, setSubmitting, setAsk, done } = useModal()
  const { failure, begin, refuse } = useRefusal(null, submitting)
  const changed = useContactsChanged()
  const remove = useRemoveContact()
  const { forget, forgetOpenChat } = useForgetErased()
  const [messages, setMessages] = useState(false)
  const errors = useRef<HTMLDivElement>(null)

  // Below the fold of a small window.
  useEffect(() => {
    if (failure !== null) errors.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  async function erase() {
    if (submitting) return
    begin()
    setSubmitting(true)
    try {
      const params = { contactId: contact.id }
      const erasure = await remove(contact.id, () => api.call('contacts.erase', { params, body: { messages } }))
      // Whichever way the result is closed, the card goes with it.
      setAsk(() => {
        done()
        onErased()
        forgetOpenChat()
      })
      onDone({ erasure, messages })
      forget()
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) void changed()
      refuse(isGone ? new Error(TEXTS.gone) : error)
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <ModalBody
      title={TEXTS.title}
      onSubmit={() => void erase()}
      actions={<ModalActions label={TEXTS.submit} busyLabel={TEXTS.submitting} danger />}
    >
      <p className={styles.text}>{TEXTS.about(contact.name)}</p>
      <Field hint={TEXTS.messagesHint}>
        <Checkbox
          label={TEXTS.messages}
          checked={messages}
          disabled={submitting}
          onChange={(_, { checked }) => setMessages(checked === true)}
          onKeyDown={(event) => {
            // Enter would submit the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Field>
      <Facts title={TEXTS.kept} facts={KEPT_FACTS} />
      <Facts title={TEXTS.outOfReach} facts={TEXTS.outOfReachFacts} />
      <div ref={errors}>
        <FormErrorPanel submitError={failure} />
      </div>
    </ModalBody>
  )
}

type ResultProps = {
  erasure: Erasure
  /** Whether texts, files, and notes were to be erased, too. */
  messages: boolean
}

function Result({ erasure, messages }: ResultProps) {
  const styles = useEraseStyles()
  const { close } = useModal()
  return (
    <ModalBody
      title={TEXTS.doneTitle}
      actions={
        <Button appearance="primary" onClick={close}>
          {TEXTS.close}
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard in a small window */}
      <section className={styles.facts} aria-label={TEXTS.doneTitle} tabIndex={0}>
        <Facts title={TEXTS.erased} facts={erasedFacts(erasure, messages)} />
        <Facts title={TEXTS.kept} facts={keptFacts(erasure, messages)} />
        <Facts title={TEXTS.outOfReach} facts={TEXTS.outOfReachFacts} />
      </section>
    </ModalBody>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly string[] }) {
  const styles = useEraseStyles()
  const heading = useId()
  return (
    <div>
      <h3 id={heading} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={heading}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}
