import { makeStyles, tokens } from '@fluentui/react-components'
import { Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'

const useStyles = makeStyles({
  list: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} 0`, overflow: 'hidden' },
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    height: '60px',
    padding: `0 ${tokens.spacingHorizontalM}`,
  },
  lines: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, flexGrow: 1 },
})

const WIDTHS = ['62%', '48%', '70%', '55%', '40%', '66%', '52%', '60%']

/** A placeholder for the list. */
export function ChatListSkeleton() {
  const styles = useStyles()
  return (
    <div className={styles.list}>
      <VisuallyHidden>{CHAT_TEXTS.loading}</VisuallyHidden>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width="40px" height="40px" round />
          <span className={styles.lines}>
            <Skeleton width={width} height="14px" />
            <Skeleton width="85%" height="12px" />
          </span>
        </div>
      ))}
    </div>
  )
}
