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

function sameName(...types: string[]): Record<string, string> {
  return Object.fromEntries(types.map((type) => [type, type]))
}
