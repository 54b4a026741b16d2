import type { Member } from '@partyline/contract'
import { isNamedAfterNumber } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { useLayoutEffect, useRef } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { openModal } from '../../ui/index.ts'
import { contactNameModal } from '../chat-modals.ts'
import { focusIfLost } from '../triage/row-focus.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { useContactToolStyles } from './contact-tool.styles.ts'

const useStyles = makeStyles({
  add: { flexShrink: 0, minWidth: 0, height: '24px', padding: `0 ${tokens.spacingHorizontalXS}`, whiteSpace: 'nowrap' },
  addWords: { color: tokens.colorBrandForegroundLink, fontWeight: tokens.fontWeightRegular },
})

type Props = { contact: Pick<Member, 'id' | 'name' | 'number'> }

/** Names a contact that only has its number as a name. */
export function AddNameButton({ contact }: Props) {
  const isNamed = contact.number === null || !isNamedAfterNumber(contact.name, contact.number)
  return isNamed ? null : <AddButton contact={contact} />
}

function AddButton({ contact }: Props) {
  const styles = useStyles()
  const button = useRef<HTMLButtonElement>(null)
  // Once the contact has a name, the button disappears, before or after the dialog: the focus stays next to it.
  useLayoutEffect(() => {
    const place = button.current?.closest('header, li, section')
    return () =>
      focusIfLost(() => {
        const others = [...(place?.querySelectorAll('button') ?? [])]
        return others.find(({ offsetParent }) => offsetParent !== null) ?? null
      })
  }, [])
  return (
    <Button
      ref={button}
      className={styles.add}
      appearance="transparent"
      size="small"
      onClick={() => openModal(contactNameModal, { contact })}
      {...loadOnApproach(contactNameModal.load)}
    >
      <span className={styles.addWords}>{CONTACT_TEXTS.addName}</span>
    </Button>
  )
}

/** Names a contact, or changes its name. */
export function NameButton({ contact }: Props) {
  const tools = useContactToolStyles()
  if (contact.number === null || isNamedAfterNumber(contact.name, contact.number))
    return <AddNameButton contact={contact} />
  const label = CONTACT_TEXTS.editName(contact.name)
  return (
    <Button
      className={tools.tool}
      appearance="transparent"
      size="small"
      icon={<EditRegular />}
      aria-label={label}
      onClick={() => openModal(contactNameModal, { contact })}
      {...loadOnApproach(contactNameModal.load)}
    />
  )
}
