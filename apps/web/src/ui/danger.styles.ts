import { makeStyles, tokens } from '@fluentui/react-components'

/** Buttons of destructive actions: `primary` does it, `quiet` leads to it. */
export const useDangerStyles = makeStyles({
  primary: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
  quiet: {
    color: tokens.colorStatusDangerForeground3,
    // Fluent's own background has no contrast to the color in high contrast.
    ':hover': { color: tokens.colorStatusDangerForeground3, backgroundColor: tokens.colorStatusDangerBackground1 },
    ':hover:active': {
      color: tokens.colorStatusDangerForeground3,
      backgroundColor: tokens.colorStatusDangerBackground1,
    },
  },
})
