/** Gives the person a file to keep, by the browser's own way. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has taken the content over when the click is done.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
