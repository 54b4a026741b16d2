type Clipboard = { files: Iterable<File>; getData: (format: string) => string }

/**
 * The files to attach of what is pasted. None where the text is meant: Office adds a picture of it. File managers add the
 * names of files as a text, and browsers the address of a picture.
 */
export function pastedFiles(clipboard: Clipboard): File[] {
  const files = [...clipboard.files]
  const html = clipboard.getData('text/html').replaceAll('&amp;', '&')
  const lines = clipboard.getData('text/plain').split(/[\r\n]+/)
  const isText = lines
    .map((line) => line.trim())
    .some((line) => line !== '' && !(html === '' ? isNameOf(files, line) : isPictureIn(html, line)))
  return isText && files.every(({ type }) => type.startsWith('image/')) ? [] : files
}

/** Whether a line is the name, path, or address of a file, with or without its ending. */
function isNameOf(files: readonly File[], line: string): boolean {
  const last = line.replace(/^.*[/\\]/, '')
  return files.some(({ name }) => [name, encodeURIComponent(name), name.replace(/\.\w+$/, '')].includes(last))
}

function isPictureIn(html: string, line: string): boolean {
  return /^[a-z]+:\S+$/i.test(line) && /<img\b/i.test(html) && html.includes(line)
}
