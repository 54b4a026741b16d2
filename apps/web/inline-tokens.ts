import type { Plugin } from 'vite'

/**
 * Writes Fluent's `tokens.colorX` out as the `var(--colorX)` that it stands for, in its own modules too, so that the
 * table of all tokens need not be loaded.
 */
export function inlineTokens(): Plugin {
  return {
    name: 'inline-tokens',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: /import \{[^}]*\btokens\b[^}]*\} from ['"]@fluentui\/(react-components|react-theme)['"]/ },
      handler: (code) => ({ code: code.replaceAll(/(?<![\w./-])tokens\.(\w+)/g, "'var(--$1)'"), map: null }),
    },
  }
}
