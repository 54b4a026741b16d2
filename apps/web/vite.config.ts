import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { addressesOnly } from './addresses-only.ts'
import { emojiData } from './emoji-data.ts'
import { extractStyles } from './extract-styles.ts'
import { inlineTheme } from './inline-theme.ts'
import { inlineTokens } from './inline-tokens.ts'
import { precompress } from './precompress.ts'
import { serviceWorker } from './service-worker-build.ts'

/** Where `npm run serve` listens, for the development server to hand on to. */
const server = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`

/** The opened chat, and what is on screen soon in any case. */
const CONVERSATION = [
  'opened-chat',
  'start-pane',
  'presence-views',
  'jump-line',
  'attached-files',
  'held-status',
  'pending-strip',
  'browser-outbox-storage',
  'connection-line',
  'unread-icons',
]
/** And what the conversation has no room for. */
const MODALS = [
  'modal-layer',
  'error-modal',
  'confirmation',
  'delivery-status-modal',
  'toast-view',
  'find-bar',
  'notices',
  'first-sign-in',
  'collision-bar',
  'select-box',
  'closed-notice',
  'recently-used',
  'note-question',
  'join-bar',
  'opt-out-offer',
  'send-then',
  'post-note',
]
const MENUS = ['chat-menu', 'filter-menu', 'message-menu', 'more-menu', 'person-menu', 'send-menu', 'open-picker']

const anyOf = (modules: readonly string[]) => new RegExp(String.raw`/src/.*/(?:${modules.join('|')})\.tsx?$`)

export default defineConfig({
  plugins: [
    react(),
    addressesOnly(),
    inlineTheme(),
    inlineTokens(),
    extractStyles(),
    emojiData(),
    serviceWorker(),
    precompress(),
  ],
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
        // A few files instead of two hundred: they compress better, and the libraries' changes seldom. Each contains what its
        // modules import, unless one above has it.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'app', test: /\/src\/(?!main)/, tags: ['$initial'] },
            { name: 'conversation', test: anyOf(CONVERSATION) },
            { name: 'modals', test: anyOf(MODALS) },
            { name: 'menus', test: anyOf(MENUS) },
            { name: 'search', test: /\/src\/chats\/search\// },
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
