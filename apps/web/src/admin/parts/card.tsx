import { useId } from 'react'
import type { ReactNode } from 'react'
import { useAdminStyles } from '../admin.styles.ts'

type Props = { title: string; about?: string; action?: ReactNode; children: ReactNode }

/** A section of the administration: what it is about, its main action, and its content. */
export function Card({ title, about, action, children }: Props) {
  const styles = useAdminStyles()
  const heading = useId()
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.cardHead}>
        <div className={styles.cardWords}>
          <h2 id={heading} className={styles.cardTitle}>
            {title}
          </h2>
          {about && <p className={styles.quiet}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
