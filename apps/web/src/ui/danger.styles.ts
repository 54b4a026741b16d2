import { makeStyles, tokens } from '@fluentui/react-components'

/** Buttons for what takes something away: `primary` does it, `quiet` leads to it. */
export const useDangerStyles = makeStyles({
  primary: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
  quiet: {
    color: tokens.colorStatusDangerForeground3,
    ':hover': { color: tokens.colorStatusDangerForeground3 },
    ':hover:active': { color: tokens.colorStatusDangerForeground3 },
  },
})
