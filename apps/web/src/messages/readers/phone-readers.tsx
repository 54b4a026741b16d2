import type { Member } from '@partyline/contract'
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { PhoneRegular } from '@fluentui/react-icons/svg/phone'
import { Suspense, useRef, useState } from 'react'
import { isCurrent, isPhone } from '../../core/people.ts'
import { lazyChunk, loadOnApproach } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useLayer } from '../../platform/use-layer.ts'
import { fingerTarget, ONE_PANE } from '../../ui/index.ts'
import { textedPhones } from '../composer/skipped-phones.ts'
import { READER_TEXTS } from './reader-texts.ts'

const loadList = lazyChunk(async () => (await import('./reader-list.tsx')).ReaderList)
const ReaderList = lazyComponent(loadList)

const useStyles = makeStyles({
  button: {
    flexShrink: 0,
    minWidth: 0,
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    '& > .fui-Button__icon': { width: '16px', height: '16px', fontSize: '16px' },
    [`@media ${ONE_PANE}`]: fingerTarget(9),
  },
})

type Props = {
  members: readonly Member[]
  /** Whether the phones read each other's texts. Null in a new chat until the person decides. */
  relay: boolean | null
  className?: string
}

/** How many phones read a chat, if there are several, and on click which. */
export function PhoneReaders({ members, relay, className }: Props) {
  const styles = useStyles()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayer(isOpen, () => setOpen(false))
  const phones = members.filter((member) => isPhone(member) && isCurrent(member))
  if (phones.length < 2) return null
  return (
    <>
      <Button
        ref={button}
        data-compact
        className={mergeClasses(styles.button, className)}
        appearance="transparent"
        size="small"
        icon={<PhoneRegular />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...loadOnApproach(loadList)}
      >
        {READER_TEXTS.read(textedPhones(phones).length, relay)}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReaderList phones={phones} relay={relay} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
