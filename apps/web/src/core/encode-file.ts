import type { EncodedFile } from '@partyline/contract'

/** A file as JSON has it. */
export async function encodeFile(file: File): Promise<EncodedFile> {
  const base64 = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
  return { fileName: file.name, contentType: file.type, base64 }
}
