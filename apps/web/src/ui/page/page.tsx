import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import type { ReactNode } from 'react'
import { useGo } from '../../platform/navigation.tsx'
import { ONE_PANE } from '../frame/frame-width.ts'
import { ROOM_FOR_TOAST } from '../toast/room-for-toast.ts'
import { PAGE_TEXTS } from './page-texts.ts'

const useStyles = makeStyles({
  area: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    scrollPaddingBottom: ROOM_FOR_TOAST,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  column: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalL,
    minHeight: '100%',
    maxWidth: '880px',
    margin: '0 auto',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL} ${ROOM_FOR_TOAST}`,
    boxSizing: 'border-box',
    [`@media ${ONE_PANE}`]: { padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${ROOM_FOR_TOAST}` },
  },
  header: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
})

/** A screen with one column of sections. */
export function Page({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <main className={styles.area} aria-label={label}>
      <div className={styles.column}>{children}</div>
    </main>
  )
}

/** The title of a page, after the way back to the chats. */
export function PageHeader({ title }: { title: string }) {
  const styles = useStyles()
  const go = useGo()
  return (
    <header className={styles.header}>
      <Button appearance="subtle" icon={<ArrowLeftRegular />} aria-label={PAGE_TEXTS.back} onClick={() => go('/')} />
      <h1 className={styles.title}>{title}</h1>
    </header>
  )
}
