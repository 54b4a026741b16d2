import path from 'node:path'

const MAX_CHARACTERS = 100
/** Control characters, text direction marks, and characters with a meaning in file systems. */
const UNSAFE = /[\s\p{Cc}\p{Cf}<>:"/\\|?*]+/gu

/** Reduces a name to characters that are safe in a header, a URL, a sentence, and any file system. May be empty. */
export function safeName(written: string): string {
  const name = path.posix.basename(written.replaceAll('\\', '/')).normalize('NFC').toWellFormed()
  return name
    .replaceAll(UNSAFE, ' ')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
}

/**
 * The name that a file is kept under. It ends as the file's real type does: a picture called `invoice.html` must not
 * be saved as a page.
 */
export function fileNameOf(written: string, { extension, fallback }: { extension: string; fallback: string }): string {
  const name = safeName(written)
  const dot = name.lastIndexOf('.')
  const hasEnding = dot >= 0 && endingsOf(extension).includes(name.slice(dot).toLowerCase())
  const stem = (hasEnding ? name.slice(0, dot) : name)
    .slice(0, MAX_CHARACTERS)
    // Half of a character that the cut went through.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return `${stem || fallback}${hasEnding ? name.slice(dot) : `.${extension}`}`
}

/** Other endings of the same types. */
const ALIASES: Readonly<Record<string, string[]>> = {
  jpg: ['jpeg', 'jpe', 'jfif'],
  tif: ['tiff'],
  mpg: ['mpeg'],
  ogg: ['oga', 'opus'],
  vcf: ['vcard'],
}

function endingsOf(extension: string): string[] {
  return [extension, ...(ALIASES[extension] ?? [])].map((ending) => `.${ending}`)
}
