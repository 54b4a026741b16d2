/** Downloads the server's response under the file name that it specifies. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Saves a file as a download. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has read the content after the click.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
