import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useAdminStyles } from '../admin.styles.ts'
import { mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'

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

/** A status line with an icon. */
export function StatusLine({ isWell, text }: { isWell: boolean; text: string }) {
  const styles = useAdminStyles()
  return (
    <output className={styles.result}>
      {isWell ? (
        <CheckmarkCircleRegular className={mergeClasses(styles.toldIcon, styles.good)} aria-hidden />
      ) : (
        <WarningRegular className={mergeClasses(styles.toldIcon, styles.issue)} aria-hidden />
      )}
      {text}
    </output>
  )
}
