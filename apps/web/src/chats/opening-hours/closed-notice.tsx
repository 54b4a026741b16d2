import type { NumberId } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { WeatherMoonRegular } from '@fluentui/react-icons/svg/weather-moon'
import { SendThen } from '../../messages/index.ts'
import type { SendThenProps } from '../../messages/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { ONE_PANE } from '../../ui/index.ts'
import { closedText } from './closed-texts.ts'
import { useOpening } from './use-opening.ts'

const useStyles = makeStyles({
  notice: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalS,
    minHeight: '32px',
    // As wide as the composer below it.
    paddingInline: `max(${tokens.spacingHorizontalXXL}, calc((100% - 960px) / 2 + ${tokens.spacingHorizontalXXL}))`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [`@media ${ONE_PANE}`]: { paddingInline: tokens.spacingHorizontalL },
  },
  icon: { flexShrink: 0, fontSize: '16px' },
})

type Props = {
  numberId: NumberId
  /** Schedules the draft of this chat for when the line opens. */
  sendThen?: Omit<SendThenProps, 'onClick'> & { onClick: (opensAt: Date) => void }
}

/** Above the composer while the line is closed. People can still send. */
export function ClosedNotice({ numberId, sendThen }: Props) {
  const styles = useStyles()
  const opening = useOpening(numberId)
  const text = closedText(opening, useTimes())
  const { opensAt } = opening
  if (text === null) return null
  return (
    <div className={styles.notice} role="note">
      <WeatherMoonRegular className={styles.icon} aria-hidden />
      <span>{text}</span>
      {opensAt && sendThen && <SendThen {...sendThen} onClick={() => sendThen.onClick(opensAt)} />}
    </div>
  )
}

/** In the header, before the line: says that it is closed, and when it opens. */
export function ClosedWords({ numberId }: Pick<Props, 'numberId'>) {
  const text = closedText(useOpening(numberId), useTimes())
  return text && `${text} · `
}
