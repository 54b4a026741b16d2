import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useAdminStyles } from '../admin.styles.ts'

/** Facts by name. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  const styles = useAdminStyles()
  return (
    <dl className={styles.facts}>
      {facts.map(([name, fact]) => (
        <Fragment key={name}>
          <dt className={styles.quiet}>{name}</dt>
          <dd className={styles.fact}>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
