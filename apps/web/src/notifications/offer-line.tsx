import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { AlertRegular } from '@fluentui/react-icons/svg/alert'
import { ONE_PANE } from '../ui/index.ts'
import { NOTIFICATION_TEXTS } from './notification-texts.ts'

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorNeutralBackground4,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  icon: { flexShrink: 0, fontSize: '16px', [`@media ${ONE_PANE}`]: { display: 'none' } },
})

/** Offers notifications to someone who missed a message. Only a click asks the browser for permission. */
export function OfferLine({ onAccept, onDecline }: { onAccept: () => void; onDecline: () => void }) {
  const styles = useStyles()
  return (
    <output className={styles.line}>
      <AlertRegular className={styles.icon} aria-hidden />
      {NOTIFICATION_TEXTS.offer}
      <Button size="small" appearance="primary" onClick={onAccept}>
        {NOTIFICATION_TEXTS.turnOn}
      </Button>
      <Button size="small" appearance="subtle" onClick={onDecline}>
        {NOTIFICATION_TEXTS.notNow}
      </Button>
    </output>
  )
}
