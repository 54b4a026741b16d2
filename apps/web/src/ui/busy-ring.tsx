import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  ring: {
    display: 'inline-block',
    boxSizing: 'border-box',
    flexShrink: 0,
    width: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorBrandStroke2}`,
    borderTopColor: tokens.colorBrandStroke1,
    '@media (prefers-reduced-motion: no-preference)': {
      animationName: { from: { transform: 'rotate(0deg)' }, to: { transform: 'rotate(360deg)' } },
      animationDuration: '1s',
      animationTimingFunction: 'linear',
      animationIterationCount: 'infinite',
    },
  },
})

/** A spinner. Put a text next to it that says what is loading. */
export function BusyRing() {
  return <span className={useStyles().ring} aria-hidden="true" />
}
