import { teamsDarkTheme, teamsHighContrastTheme } from '@fluentui/react-components'

/** Fluent's red for errors has too little contrast on dark backgrounds. */
const dark = { ...teamsDarkTheme, colorStatusDangerForeground1: teamsDarkTheme.colorStatusDangerForeground3 }

export const OTHER_THEMES = { dark, contrast: teamsHighContrastTheme }
