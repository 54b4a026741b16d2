import { makeStyles, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { ONE_PANE } from '../frame/frame-width.ts'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [`@media ${ONE_PANE}`]: { padding: tokens.spacingHorizontalL },
  },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  words: { flexGrow: 1, minWidth: '200px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  about: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})

type Props = { title: string; about?: string; action?: ReactNode; children: ReactNode }

/** A section of a page: a description, its main action, and its content. */
export function Card({ title, about, action, children }: Props) {
  const styles = useStyles()
  const heading = useId()
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
