import { languageName } from '../contact-values.ts'

/** Languages that a contact can have, by name. */
const CODES =
  'af am ar az bg bn bs ca cs da de el en es et fa fi fil fr gu ha he hi hmn hr ht hu hy id ig is it ja ka kk km ko ku ky lo lt lv mk ml mn mr ms my nb ne nl om pa pl ps pt ro ru rw si sk sl so sq sr sv sw ta te tg th ti tl tr uk ur uz vi yi yo zh-Hans zh-Hant'

export const LANGUAGES = CODES.split(' ')
  .map((value) => ({ value, name: languageName(value) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
