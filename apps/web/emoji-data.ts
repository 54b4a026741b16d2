import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** The newest emoji that phones of the last years draw: Emoji 15, of 2022. */
const NEWEST_VERSION = 15
/** Hair and skin parts, which are no emoji by themselves. */
const COMPONENTS = 2
const DATA = 'emojibase-data/en/data.json'

type Emoji = { emoji: string; label: string; tags?: string[]; group?: number; version: number }

/** Keeps of Emojibase's data what the picker shows and searches: a third of its size. */
export function emojiData(): Plugin {
  return {
    name: 'emoji-data',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(DATA)) return null
      const all = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(DATA), 'utf8')) as Emoji[]
      const shown = all.filter(
        ({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST_VERSION,
      )
      return JSON.stringify(shown.map(({ emoji, label, tags = [], group }) => ({ emoji, label, tags, group })))
    },
  }
}
