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

/** Shows that more is on its way. Say in words beside it what. */
export function BusyRing() {
  return <span className={useStyles().ring} aria-hidden="true" />
}
