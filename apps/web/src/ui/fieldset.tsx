import { makeStyles, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  // The gap between flex items does not follow a legend.
  legend: {
    padding: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
})

type Props = {
  legend: string
  /** Validation error. */
  wrong?: string | undefined
  children: ReactNode
}

/** Fields below a common heading. */
export function Fieldset({ legend, wrong, children }: Props) {
  const styles = useStyles()
  const problem = useId()
  return (
    <fieldset className={styles.group} aria-describedby={wrong && problem}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      {wrong && <FieldError id={problem}>{wrong}</FieldError>}
    </fieldset>
  )
}
