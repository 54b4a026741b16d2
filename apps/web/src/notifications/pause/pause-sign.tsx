import { makeStyles, tokens } from '@fluentui/react-components'
import { WeatherMoonFilled } from '@fluentui/react-icons/svg/weather-moon'
import { useTimes } from '../../platform/platform-context.tsx'
import { VisuallyHidden } from '../../ui/index.ts'
import { PAUSE_TEXTS } from './pause-texts.ts'
import { usePausedUntil } from './use-paused-until.ts'

const useStyles = makeStyles({
  sign: {
    position: 'absolute',
    right: `calc(-1 * ${tokens.spacingHorizontalXXS})`,
    bottom: `calc(-1 * ${tokens.spacingHorizontalXXS})`,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '16px',
    height: '16px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: '10px',
  },
})

/** A sign at the corner of its surroundings while the person has paused notifications. */
export function PauseSign() {
  const styles = useStyles()
  const times = useTimes()
  const pausedUntil = usePausedUntil()
  if (pausedUntil === null) return null
  return (
    <span className={styles.sign}>
      <WeatherMoonFilled aria-hidden />
      <VisuallyHidden>{PAUSE_TEXTS.sign(times.until(pausedUntil))}</VisuallyHidden>
    </span>
  )
}
