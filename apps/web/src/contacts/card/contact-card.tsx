import type { Contact, ContactId, ContactPhone, FormerPhone } from '@partyline/contract'
import { Badge, Button, Tag } from '@fluentui/react-components'
import { CallRegular } from '@fluentui/react-icons/svg/call'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { StarFilled } from '@fluentui/react-icons/svg/star'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { HOLD_TEXTS, HoldNote, useHoldAction, useHoldOnChatOf, useLegalHold } from '../../legal-holds/index.ts'
import { usePhoneFormat } from '../../numbers/index.ts'
import { loadOnApproach } from '../../platform/chunks.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Avatar, confirmationModal, errorModal, openModal, showToast, useDangerStyles } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { eraseModal, mergeModal } from '../contact-modals.ts'
import { ConsentSection } from '../consent/consent-section.tsx'
import { useContactsChanged } from '../contact-queries.ts'
import { dayInWords, fieldValue, isUnnamed, languageName } from '../contact-values.ts'
import { fieldsQuery } from '../shared-queries.ts'
import { useRemoveContact } from '../use-remove-contact.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactHistory } from './contact-history.tsx'
import type { EditedForm } from './use-ask-to-close.ts'
import { ZoneFact } from './zone-fact.tsx'

const LINES = new Intl.ListFormat('en', { type: 'conjunction' })

/** Opens or starts the chat with a phone of a contact. */
export type OnText = (phone: ContactPhone, contactId: ContactId) => Promise<void>

export type ContactCardProps = {
  contact: Contact
  onText: OnText
  /** Whether the chat with this phone is the one on screen. */
  isHere?: (phone: ContactPhone) => boolean
  /** Called after the contact was deleted or erased. */
  onDeleted: () => void
  onEdits: EditedForm['onEdits']
}

/** A person outside the team: how to reach them, what the team knows about them, and who changed it. */
export function ContactCard(props: ContactCardProps) {
  const { contact, onEdits } = props
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  if (form !== 'open') return <Card {...props} hasReturned={form === 'closed'} onEdit={() => setForm('open')} />
  return <ContactForm contact={contact} onDone={() => setForm('closed')} onEdits={onEdits} />
}

type CardProps = ContactCardProps & {
  /** Whether the form was open before. */
  hasReturned: boolean
  onEdit: () => void
}

function Card({ contact, onText, isHere, onDeleted, hasReturned, onEdit }: CardProps) {
  const styles = useCardStyles()
  const danger = useDangerStyles()
  const api = useApi()
  const changed = useContactsChanged()
  const remove = useRemoveContact()
  const isAdmin = useMe()?.role === 'Admin'
  const isNew = isUnnamed(contact)
  const { id: contactId, name, company, phones, formerPhones, emails } = contact
  const hold = useLegalHold({ contactId })
  const chatHold = useHoldOnChatOf(contactId)
  const holdAction = useHoldAction({ contactId }, name)
  const barrier = hold ? HOLD_TEXTS.contact(name) : chatHold && HOLD_TEXTS.ofChat(chatHold)

  const sayOnHold = (title: string) => openModal(errorModal, { title, message: HOLD_TEXTS.notDeleted })
  const askToDelete = () =>
    openModal(confirmationModal, {
      title: CARD_TEXTS.deleteTitle,
      message: CARD_TEXTS.deleteMessage(name),
      confirmLabel: CARD_TEXTS.deleteLabel,
      busyLabel: CARD_TEXTS.deleting,
      danger: true,
      onConfirm: async () => {
        await remove(contactId, () => api.call('contacts.delete', { params: { contactId } }))
        onDeleted()
        showToast({ kind: 'done', text: CARD_TEXTS.deleted })
        void changed()
      },
    })

  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <Avatar person={{ id: contactId, name, number: phones[0]?.number ?? null }} size={40} />
        <div className={styles.who}>
          <h3 className={styles.name}>
            <bdi>{name}</bdi>
          </h3>
          {company && <bdi className={styles.quiet}>{company}</bdi>}
        </div>
        <EditButton isNew={isNew} hasReturned={hasReturned} onEdit={onEdit} />
      </div>
      {hold && <HoldNote hold={hold} />}
      {chatHold && <HoldNote hold={chatHold} title={HOLD_TEXTS.ofChat(chatHold)} />}
      <section className={styles.part} aria-label={CARD_TEXTS.phones}>
        <h4 className={styles.title}>{CARD_TEXTS.phones}</h4>
        {phones.length === 0 && <p className={styles.quiet}>{CARD_TEXTS.noPhones}</p>}
        <ul className={styles.list}>
          {phones.map((phone) => (
            <Phone key={phone.id} phone={phone} owner={contact} onText={onText} isHere={isHere?.(phone) ?? false} />
          ))}
        </ul>
      </section>
      {formerPhones.length > 0 && <FormerPhones phones={formerPhones} />}
      {emails.length > 0 && (
        <section className={styles.part} aria-label={CARD_TEXTS.emails}>
          <h4 className={styles.title}>{CARD_TEXTS.emails}</h4>
          <ul className={styles.list}>
            {emails.map((email) => (
              <li key={email}>
                <a className={styles.link} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
                  {email}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contact.tags.length > 0 && (
        <section className={styles.part} aria-label={CARD_TEXTS.tags}>
          <h4 className={styles.title}>{CARD_TEXTS.tags}</h4>
          <div className={styles.tags}>
            {contact.tags.map((tag) => (
              <Tag key={tag} size="small">
                <bdi>{tag}</bdi>
              </Tag>
            ))}
          </div>
        </section>
      )}
      <ConsentSection contact={contact} />
      <Facts contact={contact} />
      <ContactHistory contactId={contactId} />
      {isAdmin && (
        <div className={styles.ends}>
          <Button
            appearance="subtle"
            onClick={() => openModal(mergeModal, { contactId, otherId: null })}
            {...loadOnApproach(mergeModal.load)}
          >
            {CARD_TEXTS.merge}
          </Button>
          <Button appearance="subtle" {...holdAction.props}>
            {holdAction.label}
          </Button>
          <Button
            appearance="subtle"
            className={danger.quiet}
            onClick={() => (barrier ? sayOnHold(barrier) : askToDelete())}
          >
            {CARD_TEXTS.delete}
          </Button>
          <Button
            appearance="subtle"
            className={danger.quiet}
            onClick={() =>
              barrier
                ? sayOnHold(barrier)
                : openModal(eraseModal, { contact: { id: contactId, name }, onErased: onDeleted })
            }
            {...loadOnApproach(eraseModal.load)}
          >
            {CARD_TEXTS.erase}
          </Button>
        </div>
      )}
    </article>
  )
}

/** Opens the form, and gets the focus back when it closes. */
function EditButton({ isNew, hasReturned, onEdit }: Pick<CardProps, 'hasReturned' | 'onEdit'> & { isNew: boolean }) {
  const styles = useCardStyles()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasReturned) button.current?.focus()
  }, [hasReturned])
  return (
    <Button ref={button} className={styles.edit} icon={isNew ? <PersonAddRegular /> : <EditRegular />} onClick={onEdit}>
      {isNew ? CARD_TEXTS.addName : CARD_TEXTS.edit}
    </Button>
  )
}

type PhoneProps = Pick<ContactCardProps, 'onText'> & { phone: ContactPhone; owner: Contact; isHere: boolean }

function Phone({ phone, owner, isHere, onText }: PhoneProps) {
  const styles = useCardStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const [isOpening, setOpening] = useState(false)
  const { number, name, preferred, disabled, optedOutOf } = phone
  const written = format(number)

  async function text() {
    setOpening(true)
    try {
      await onText(phone, owner.id)
    } finally {
      setOpening(false)
    }
  }

  return (
    <li className={styles.phone}>
      <div className={styles.words}>
        <span className={styles.number}>
          <span>{written}</span>
          {preferred && (
            <Badge appearance="tint" color="brand" icon={<StarFilled />}>
              {CARD_TEXTS.preferred}
            </Badge>
          )}
          {disabled && (
            <Badge appearance="tint" color="subtle">
              {CARD_TEXTS.disabled}
            </Badge>
          )}
        </span>
        {name !== owner.name && <bdi className={styles.quiet}>{name}</bdi>}
        {isHere && <span className={styles.quiet}>{CARD_TEXTS.inThisChat}</span>}
        {optedOutOf.length > 0 && (
          <span className={styles.stopped}>{CARD_TEXTS.optedOutOf(LINES.format(optedOutOf))}</span>
        )}
      </div>
      {number.startsWith('+') && (
        <Button
          as="a"
          href={`tel:${number}`}
          appearance="subtle"
          icon={<CallRegular />}
          aria-label={CARD_TEXTS.call(written)}
        />
      )}
      {!isHere && !disabled && (
        <Button
          icon={<ChatRegular />}
          aria-label={CARD_TEXTS.textNumber(written)}
          disabledFocusable={isOpening}
          onClick={() => void text()}
        >
          {CARD_TEXTS.text}
        </Button>
      )}
    </li>
  )
}

/** Phones that someone else has now. */
function FormerPhones({ phones }: { phones: readonly FormerPhone[] }) {
  const styles = useCardStyles()
  const times = useTimes()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  return (
    <section className={styles.part} aria-label={CARD_TEXTS.formerPhones}>
      <h4 className={styles.title}>{CARD_TEXTS.formerPhones}</h4>
      <ul className={styles.list}>
        {phones.map(({ id, number, reassignedAt }) => (
          <li key={id}>
            {format(number)}
            <span className={styles.quiet}>{CARD_TEXTS.reassigned(times.longDate(reassignedAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ contact }: Pick<ContactCardProps, 'contact'>) {
  const styles = useCardStyles()
  const times = useTimes()
  const { data: fields = [] } = useQuery(fieldsQuery(useApi()))
  const { language, remarks, lastTextAt, createdAt } = contact
  const own = fields.flatMap((field) => {
    const value = contact.fields[field.id]
    return value ? [{ name: field.name, value: fieldValue(field, value) }] : []
  })
  return (
    <section className={styles.part} aria-label={CARD_TEXTS.facts}>
      <h4 className={styles.title}>{CARD_TEXTS.facts}</h4>
      <dl className={styles.facts}>
        {remarks && <Fact name={CARD_TEXTS.remarks} value={remarks} />}
        {own.map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
        {language && <Fact name={CARD_TEXTS.language} value={languageName(language)} />}
        <ZoneFact contact={contact} />
        <Fact
          name={CARD_TEXTS.lastText}
          value={lastTextAt === null ? CARD_TEXTS.never : dayInWords(times, lastTextAt)}
        />
        <Fact name={CARD_TEXTS.added} value={dayInWords(times, createdAt)} />
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  const styles = useCardStyles()
  return (
    <>
      <dt className={styles.fact}>
        <bdi>{name}</bdi>
      </dt>
      <dd className={styles.value} dir="auto">
        {value}
      </dd>
    </>
  )
}
