import path from 'node:path'
import { defineConfig, mergeConfig } from 'vite'
import app from './vite.config.ts'

/** The app with sample data instead of a server: `npm run looks`. */
export default mergeConfig(
  app,
  defineConfig({
    root: path.resolve(import.meta.dirname, 'looks'),
    publicDir: '../public',
    build: { outDir: 'dist', emptyOutDir: true },
    server: { proxy: {} },
  }),
)
