import type { ImportState } from '@partyline/contract'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Badge, Button, makeStyles, mergeClasses, Option, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { usePhoneFormat } from '../../../numbers/index.ts'
import type { PhoneFormat } from '../../../numbers/index.ts'
import { useTenant } from '../../../settings/index.ts'
import { Dropdown, ONE_PANE } from '../../../ui/index.ts'
import { ADMIN_TEXTS } from '../../admin-texts.ts'
import { useAdminStyles } from '../../admin.styles.ts'
import type { FilePhone } from './file-contacts.ts'
import { countStates } from './import-plan.ts'
import type { PlannedContact } from './import-plan.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'

/** Page size. */
const PAGE_SIZE = 100
const STATES = Object.keys(CONTACT_IMPORT_TEXTS.states) as ImportState[]
const COLOURS = { new: 'success', known: 'subtle', repeated: 'subtle', refused: 'danger' } as const

const useStyles = makeStyles({
  frame: {
    maxHeight: '38vh',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `0 ${tokens.spacingHorizontalM}`,
    // On a phone, the modal scrolls instead.
    [`@media ${ONE_PANE}`]: { maxHeight: 'none', flexShrink: 0 },
  },
  item: { alignItems: 'flex-start', padding: `${tokens.spacingVerticalS} 0` },
  state: { flexShrink: 0 },
  summary: { margin: 0, fontWeight: tokens.fontWeightSemibold, flexGrow: 1, alignSelf: 'center' },
  phone: { minWidth: '230px', marginTop: tokens.spacingVerticalXS },
  more: { alignSelf: 'flex-start' },
})

type Choice = {
  disabled: boolean
  /** Called with the contact's place in the file, and one of its phones. */
  onChoosePhone: (row: number, number: string) => void
}

/** The effect of an import on each contact in the file. */
export function Preview({ plan, disabled, onChoosePhone }: Choice & { plan: readonly PlannedContact[] }) {
  const styles = useStyles()
  const shared = useAdminStyles()
  const format = usePhoneFormat(useTenant().defaultCountry)
  const [chosen, setOnly] = useState<ImportState | null>(null)
  const [shown, setShown] = useState(PAGE_SIZE)
  const counts = countStates(plan)
  // Another file may have no rows with the chosen state.
  const only = chosen !== null && counts[chosen] > 0 ? chosen : null
  const there = STATES.filter((state) => counts[state] > 0)
  const found = plan.filter(({ check }) => only === null || check.state === only)
  return (
    <>
      <div className={shared.tools}>
        <output className={styles.summary}>{CONTACT_IMPORT_TEXTS.summary(counts)}</output>
        {there.length > 1 && (
          <Dropdown
            className={shared.filter}
            aria-label={CONTACT_IMPORT_TEXTS.show}
            listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
            value={only === null ? CONTACT_IMPORT_TEXTS.all : CONTACT_IMPORT_TEXTS.states[only]}
            selectedOptions={[only ?? '']}
            onOptionSelect={(_, { optionValue }) => setOnly((optionValue || null) as ImportState | null)}
          >
            <Option value="">{CONTACT_IMPORT_TEXTS.all}</Option>
            {there.map((state) => (
              <Option key={state} value={state}>
                {CONTACT_IMPORT_TEXTS.states[state]}
              </Option>
            ))}
          </Dropdown>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard */}
      <section className={styles.frame} tabIndex={0} aria-label={CONTACT_IMPORT_TEXTS.rows}>
        <ul className={shared.list}>
          {found.slice(0, shown).map((contact) => (
            <Contact
              key={contact.row}
              contact={contact}
              format={format}
              disabled={disabled}
              onChoosePhone={onChoosePhone}
            />
          ))}
        </ul>
        {found.length > shown && (
          <Button className={styles.more} appearance="subtle" onClick={() => setShown(shown + PAGE_SIZE)}>
            {ADMIN_TEXTS.showMore}
          </Button>
        )}
      </section>
    </>
  )
}

type ContactProps = Choice & { contact: PlannedContact; format: PhoneFormat }

function Contact({ contact, format, ...choice }: ContactProps) {
  const styles = useStyles()
  const shared = useAdminStyles()
  const { name, number, check, remark, phones } = contact
  const why = whyOf(contact)
  return (
    <li className={mergeClasses(shared.item, styles.item)}>
      <span className={shared.itemWords}>
        {name || CONTACT_IMPORT_TEXTS.noName}
        <span className={shared.itemDetail}>
          {check.number ? format(check.number) : number || CONTACT_IMPORT_TEXTS.noNumber}
        </span>
        {remark && <span className={shared.itemDetail}>{remark}</span>}
        {why && <span className={shared.itemDetail}>{why}</span>}
        {phones.length > 0 && <PhoneChoice contact={contact} format={format} {...choice} />}
      </span>
      <Badge className={styles.state} appearance="tint" color={COLOURS[check.state]}>
        {CONTACT_IMPORT_TEXTS.states[check.state]}
      </Badge>
    </li>
  )
}

/** The phones of a contact that has several. A contact whose card is incomplete has none until one is chosen. */
function PhoneChoice({ contact, format, disabled, onChoosePhone }: ContactProps) {
  const styles = useStyles()
  const { row, name, number, phones, fault } = contact
  const chosen = fault === null ? phones.find((phone) => phone.number === number) : undefined
  const wordsOf = (phone: FilePhone) => `${CONTACT_IMPORT_TEXTS.kinds[phone.kind]}: ${format(phone.number)}`
  return (
    <Dropdown
      size="small"
      className={styles.phone}
      aria-label={CONTACT_IMPORT_TEXTS.phoneOf(name)}
      listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
      disabled={disabled}
      placeholder={CONTACT_IMPORT_TEXTS.chooseNumber}
      value={chosen ? wordsOf(chosen) : ''}
      selectedOptions={chosen ? [chosen.number] : []}
      onOptionSelect={(_, { optionValue }) => optionValue && onChoosePhone(row, optionValue)}
    >
      {phones.map((phone) => (
        <Option key={phone.number} value={phone.number}>
          {wordsOf(phone)}
        </Option>
      ))}
    </Dropdown>
  )
}

function whyOf({ name, check: { state, reason, knownAs } }: PlannedContact): string | null {
  if (state === 'repeated') return CONTACT_IMPORT_TEXTS.repeatedAbove
  return state === 'known' && knownAs && knownAs !== name.trim() ? CONTACT_IMPORT_TEXTS.stays(knownAs) : reason
}
