import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emojiData } from './emoji-data.ts'
import { extractStyles } from './extract-styles.ts'
import { inlineTokens } from './inline-tokens.ts'
import { precompress } from './precompress.ts'

/** Where `npm run serve` listens, for the development server to hand on to. */
const server = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [react(), inlineTokens(), extractStyles(), emojiData(), precompress()],
  build: {
    manifest: true,
    target: 'es2023',
    // The page's policy allows no inline script, and every browser that runs the app preloads modules by itself.
    // Only for the first load: later parts are fetched at rest, and the list of what each of them needs would be a part
    // of the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Two files for the first load instead of twenty: they compress better, and the libraries' changes seldom.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'app', test: /\/src\/(?!main)/, tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/config.json': server,
      '/chathub': { target: server, ws: true },
    },
  },
})
