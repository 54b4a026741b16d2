import path from 'node:path'
import { defineConfig, mergeConfig } from 'vite'
import app from './vite.config.ts'

/** Scenes read the files from disk: nobody asks for compressed ones. The sample answers are found by all addresses. */
const WITHOUT = ['precompress', 'addresses-only']
const plugins = app.plugins?.filter((plugin) => !(plugin && 'name' in plugin && WITHOUT.includes(plugin.name)))

/** The app with sample data instead of a server: `npm run looks`. */
export default mergeConfig(
  { ...app, plugins },
  defineConfig({
    root: path.resolve(import.meta.dirname, 'looks'),
    publicDir: '../public',
    build: { outDir: 'dist', emptyOutDir: true },
    server: { proxy: {} },
  }),
)
