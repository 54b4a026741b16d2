import { makeStyles, tokens } from '@fluentui/react-components'

const WIDE = '@media (min-width: 900px)'

export const useAuthPageStyles = makeStyles({
  page: {
    display: 'flex',
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  aside: {
    display: 'none',
    [WIDE]: {
      display: 'flex',
      flexGrow: 1,
      flexBasis: 0,
      alignItems: 'center',
      justifyContent: 'center',
      padding: tokens.spacingHorizontalXXXL,
      backgroundColor: tokens.colorBrandBackground2,
      borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
    },
  },
  main: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    flexBasis: 0,
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: '420px',
    padding: tokens.spacingHorizontalXXL,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    maxWidth: '340px',
    rowGap: tokens.spacingVerticalL,
  },
  brand: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  mark: { marginBottom: tokens.spacingVerticalS },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  tagline: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    color: tokens.colorNeutralForeground2,
  },
  notice: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  noticeIcon: { flexShrink: 0, fontSize: '20px', color: tokens.colorNeutralForeground2 },
  button: { width: '100%', minHeight: '44px', columnGap: tokens.spacingHorizontalS },
  small: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    textAlign: 'center',
  },
})
