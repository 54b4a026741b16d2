import { makeStyles, tokens } from '@fluentui/react-components'

export const useHookLogStyles = makeStyles({
  // Hosts may differ only in their paths.
  name: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  hook: { '& > button': { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
  details: { overflowWrap: 'anywhere' },
  summary: {
    width: 'fit-content',
    minHeight: '24px',
    cursor: 'pointer',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '24px',
  },
})
