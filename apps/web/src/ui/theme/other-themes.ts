import { teamsDarkTheme, teamsHighContrastTheme } from '@fluentui/react-components'

export const OTHER_THEMES = { dark: teamsDarkTheme, contrast: teamsHighContrastTheme }
