import type { Member } from '@partyline/contract'
import { isNamedAfterNumber } from '@partyline/contract'
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import { CallRegular } from '@fluentui/react-icons/svg/call'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { usePhoneFormat } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { announce, errorModal, openModal } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { useContactToolStyles } from './contact-tool.styles.ts'

const useStyles = makeStyles({
  number: { whiteSpace: 'nowrap' },
  // If there is too little room next to the number, both buttons wrap.
  tools: { display: 'flex', flexShrink: 0, columnGap: 'inherit' },
})

type Props = {
  contact: Pick<Member, 'number'>
  /** The title above; a number is not shown twice. */
  title: string
}

/** A contact's number, with buttons to copy and call it. */
export function ContactNumber({ contact, title }: Props) {
  const styles = useStyles()
  const tools = useContactToolStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { number } = contact
  // An erased contact has an empty one.
  if (!number) return null
  const written = format(number)
  const isTitle = isNamedAfterNumber(title, number)

  function copy() {
    navigator.clipboard.writeText(written).then(
      () => announce(CONTACT_TEXTS.copied),
      (error: unknown) => openModal(errorModal, { title: CONTACT_TEXTS.copyFailed, message: errorText(error) }),
    )
  }

  return (
    <>
      {!isTitle && <span className={styles.number}>{written}</span>}
      <span className={styles.tools}>
        <Button
          className={mergeClasses(tools.tool, isTitle && tools.first)}
          appearance="transparent"
          size="small"
          icon={<CopyRegular />}
          aria-label={CONTACT_TEXTS.copy(written)}
          onClick={copy}
        />
        {number.startsWith('+') && (
          <Button
            as="a"
            href={`tel:${number}`}
            className={tools.tool}
            appearance="transparent"
            size="small"
            icon={<CallRegular />}
            aria-label={CONTACT_TEXTS.call(written)}
          />
        )}
      </span>
    </>
  )
}
