import { makeStyles, tokens } from '@fluentui/react-components'

/** A popover above the composer, and its search field. */
export const usePopoverStyles = makeStyles({
  popover: {
    position: 'absolute',
    zIndex: 2,
    left: tokens.spacingHorizontalXXL,
    right: 'auto',
    bottom: '100%',
    margin: 0,
    padding: 0,
    overflow: 'hidden',
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    color: tokens.colorNeutralForeground1,
  },
  said: { display: 'flex', columnGap: tokens.spacingHorizontalS, padding: tokens.spacingHorizontalL },
  search: {
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    // Like Fluent's fields.
    ':focus-visible': {
      outlineStyle: 'none',
      borderBottomColor: tokens.colorCompoundBrandStroke,
      boxShadow: `inset 0 -1px ${tokens.colorCompoundBrandStroke}`,
    },
    '@media (forced-colors: active)': { ':focus-visible': { outline: '2px solid Highlight' } },
    '::placeholder': { color: tokens.colorNeutralForeground4, opacity: 1 },
    '@media (pointer: coarse)': { height: '40px', fontSize: tokens.fontSizeBase400 },
  },
})
