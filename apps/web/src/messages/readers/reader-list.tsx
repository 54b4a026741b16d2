// oxlint-disable jsx-a11y/prefer-tag-over-role -- the popover places its surface
import { isNamedAfterNumber } from '@partyline/contract'
import type { Member } from '@partyline/contract'
import { makeStyles, Popover, PopoverSurface, tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { Avatar } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { textedPhones } from '../composer/skipped-phones.ts'
import { READER_TEXTS } from './reader-texts.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '320px', padding: tokens.spacingHorizontalL },
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '40vh', overflowY: 'auto' },
  row: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalM, minHeight: '44px' },
  who: { minWidth: 0, overflowWrap: 'anywhere' },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  about: { margin: `${tokens.spacingVerticalS} 0 0` },
})

type Props = {
  phones: readonly Member[]
  relay: boolean | null
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The phones of a chat, and whether they read each other's texts. */
export function ReaderList({ phones, relay, anchor, onClose }: Props) {
  const styles = useStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const texted = textedPhones(phones)
  const surface = useRef<HTMLDivElement>(null)

  useEffect(() => {
    surface.current?.focus()
    const opener = anchor.current
    return () => opener?.focus()
  }, [anchor])

  return (
    <Popover
      open
      positioning={{ target: anchor.current, position: 'below', align: 'start' }}
      onOpenChange={(_, { open }) => {
        if (!open) onClose()
      }}
    >
      <PopoverSurface
        ref={surface}
        role="dialog"
        className={styles.surface}
        aria-label={READER_TEXTS.read(texted.length, relay)}
        tabIndex={-1}
      >
        <ul className={styles.list}>
          {phones.map((phone) => {
            const facts = [
              phone.number === null || isNamedAfterNumber(phone.name, phone.number) ? null : format(phone.number),
              phone.optedOut ? READER_TEXTS.optedOut : phone.disabled ? READER_TEXTS.disabled : null,
            ].filter((fact) => fact !== null)
            return (
              <li key={phone.id} className={styles.row}>
                <Avatar person={phone} size={32} />
                <span className={styles.who}>
                  <bdi>{phone.name}</bdi>
                  {facts.length > 0 && <span className={styles.quiet}>{facts.join(' · ')}</span>}
                </span>
              </li>
            )
          })}
        </ul>
        {relay !== null && <p className={styles.about}>{relay ? READER_TEXTS.together : READER_TEXTS.apart}</p>}
      </PopoverSurface>
    </Popover>
  )
}
