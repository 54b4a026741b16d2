/** Sendable file types, with Twilio's names for them: twilio.com/docs/messaging/guides/accepted-mime-types */
export const SENDABLE_TYPES: Readonly<Record<string, string>> = {
  ...sameName('image/jpeg', 'image/png', 'image/gif', 'image/tiff'),
  ...sameName(
    'audio/mpeg',
    'audio/mp4',
    'audio/ogg',
    'audio/webm',
    'audio/3gpp',
    'audio/3gpp2',
    'audio/amr',
    'audio/ac3',
  ),
  'audio/x-m4a': 'audio/mp4',
  'audio/wav': 'audio/vnd.wave',
  ...sameName('video/mp4', 'video/mpeg', 'video/quicktime', 'video/webm', 'video/3gpp', 'video/3gpp2'),
  'video/x-m4v': 'video/mp4',
  ...sameName('text/vcard', 'text/x-vcard', 'text/calendar', 'text/csv', 'application/pdf'),
  'application/rtf': 'text/rtf',
}

/** Their endings, because systems have other names for the types. */
export const SENDABLE_ENDINGS = (
  'jpg jpeg jpe jfif png gif tif tiff mp3 m4a oga ogg opus weba amr ac3 3ga wav mp4 m4v mpg mpeg mov webm 3gp 3g2 ' +
  'vcf vcard ics csv pdf rtf'
).split(' ')

/** The types that a file dialog offers. HEIC is absent, so that iPhones convert their pictures to JPEG. */
export const OFFERED_FILES = [...Object.keys(SENDABLE_TYPES), ...SENDABLE_ENDINGS.map((ending) => `.${ending}`)].join()

function sameName(...types: string[]): Record<string, string> {
  return Object.fromEntries(types.map((type) => [type, type]))
}
