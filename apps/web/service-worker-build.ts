import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

const ENTRY = path.join(import.meta.dirname, 'src/service-worker/service-worker.ts')

/** Builds the service worker as one classic script. Its address must stay the same, so that its name has no hash. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: { input: ENTRY, output: { format: 'iife', codeSplitting: false } },
        },
      })
      const [script, ...others] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
      if (script?.type !== 'chunk' || others.length > 0) throw new Error('The service worker is not a single script.')
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: script.code })
    },
  }
}
