import type { TwilioNumber } from '@partyline/contract'
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { closeModals } from '../../ui/index.ts'
import type { BusyPhones } from './busy-phones.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

const useStyles = makeStyles({
  line: { margin: 0, overflowWrap: 'anywhere' },
  // The usual color of links has too little contrast on a warning in the dark theme.
  link: { color: tokens.colorBrandForegroundLinkHover, fontWeight: tokens.fontWeightSemibold },
  about: { marginTop: tokens.spacingVerticalS },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalS },
})

type Props = {
  busy: BusyPhones
  labelOf: (number: TwilioNumber) => string
  disabled: boolean
  onUseNumber: (number: TwilioNumber) => void
  onMove: () => void
}

/** Shows which chats the phones are in, with two ways to continue: use another number, or move the phones here. */
export function BusyPhonesNotice({ busy, labelOf, disabled, onUseNumber, onMove }: Props) {
  const styles = useStyles()
  const link = useLinkTo()
  return (
    <>
      {busy.phones.map(({ id, name, chat }) => (
        <p key={id} className={styles.line}>
          {CHAT_FORM_TEXTS.busyBefore(name)}{' '}
          <Link className={styles.link} to={link(`/?chat=${chat.id}`)} onClick={closeModals}>
            <bdi>{chat.name}</bdi>
          </Link>
          {CHAT_FORM_TEXTS.busyAfter}
        </p>
      ))}
      <p className={styles.line}>
        {busy.freeNumbers.length > 0 ? CHAT_FORM_TEXTS.otherNumbers(busy.phones.length) : CHAT_FORM_TEXTS.noOther}
      </p>
      <div className={styles.choices}>
        {busy.freeNumbers.map((number) => (
          <Button key={number.id} disabled={disabled} onClick={() => onUseNumber(number)}>
            {CHAT_FORM_TEXTS.takeNumber(labelOf(number))}
          </Button>
        ))}
        <Button disabled={disabled} onClick={onMove}>
          {CHAT_FORM_TEXTS.movePhones(busy.phones.length)}
        </Button>
      </div>
      {busy.closing.length > 0 && (
        <p className={mergeClasses(styles.line, styles.about)}>{CHAT_FORM_TEXTS.closesOthers(busy.closing)}</p>
      )}
    </>
  )
}
