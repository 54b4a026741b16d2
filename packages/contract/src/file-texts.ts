/** Why a file can't be sent, and what to do instead. */
export const FILE_TEXTS = {
  empty: (name: string) => `“${name}” is empty. Choose another file.`,
  unreadable: (name: string) => `“${name}” can’t be opened. If it is a folder, attach the files in it.`,
  unreadablePicture: (name: string) => `“${name}” is damaged or too large. Choose another picture.`,
  damaged: (name: string) =>
    `“${name}” is damaged, or not what its name says. Open it, save it again, and attach that.`,
  unsendable: (name: string, kind: keyof typeof WAYS_OUT) => `“${name}” can’t be sent to phones. ${WAYS_OUT[kind]}`,
} as const

const WAYS_OUT = {
  heic:
    'Save it as a JPEG, and attach that. For new pictures, choose Settings > Camera > Formats > Most Compatible ' +
    'on the iPhone.',
  picture: 'Save it as a JPEG or PNG, and attach that.',
  drawing: 'Save it as a PNG or PDF, and attach that.',
  audio: 'Save it as an MP3, and attach that.',
  video: 'Save it as an MP4, and attach that.',
  spreadsheet: 'Save it as a PDF or CSV, and attach that.',
  document: 'Save it as a PDF, and attach that.',
  text: 'Copy its text into the message, or save it as a PDF and attach that.',
  archive: 'Extract its files, and attach them one by one.',
  program: 'Phones don’t accept programs. Text a link to it instead.',
  other: 'Save it as a PDF, or text a link to it.',
} as const
