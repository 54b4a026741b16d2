import type { Member } from '@partyline/contract'
import { isNamedAfterNumber } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CallRegular } from '@fluentui/react-icons/svg/call'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { usePhoneFormat } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'

const useStyles = makeStyles({
  number: { whiteSpace: 'nowrap' },
  tool: {
    flexShrink: 0,
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    color: tokens.colorNeutralForeground3,
  },
})

type Props = {
  contact: Pick<Member, 'number'>
  /** What is shown above; a number is not written twice. */
  title: string
}

/** The number of whom one texts with, to be copied and called. */
export function ContactNumber({ contact, title }: Props) {
  const styles = useStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { number } = contact
  if (number === null) return null
  const written = format(number)

  function copy() {
    navigator.clipboard.writeText(written).then(
      () => announce(CONTACT_TEXTS.copied),
      (error: unknown) => openModal(errorModal, { title: CONTACT_TEXTS.copyFailed, message: errorText(error) }),
    )
  }

  return (
    <>
      {!isNamedAfterNumber(title, number) && <span className={styles.number}>{written}</span>}
      <Button
        className={styles.tool}
        appearance="transparent"
        size="small"
        icon={<CopyRegular />}
        title={CONTACT_TEXTS.copy(written)}
        aria-label={CONTACT_TEXTS.copy(written)}
        onClick={copy}
      />
      {number.startsWith('+') && (
        <Button
          as="a"
          href={`tel:${number}`}
          className={styles.tool}
          appearance="transparent"
          size="small"
          icon={<CallRegular />}
          title={CONTACT_TEXTS.call(written)}
          aria-label={CONTACT_TEXTS.call(written)}
        />
      )}
    </>
  )
}
