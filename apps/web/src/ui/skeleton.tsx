import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  block: {
    display: 'block',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
    // All backgrounds have the same color there.
    '@media (forced-colors: active)': { outline: '1px solid GrayText', outlineOffset: '-1px' },
    '@media (prefers-reduced-motion: no-preference)': {
      animationName: { from: { opacity: 1 }, '50%': { opacity: 0.5 }, to: { opacity: 1 } },
      animationDuration: '1.6s',
      animationIterationCount: 'infinite',
    },
  },
  round: { borderRadius: tokens.borderRadiusCircular },
})

type Props = { width: string; height: string; round?: boolean; className?: string }

/** A placeholder for loading content. Put a text next to it that says so. */
export function Skeleton({ width, height, round = false, className }: Props) {
  const styles = useStyles()
  return (
    <span
      className={mergeClasses(styles.block, round && styles.round, className)}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
