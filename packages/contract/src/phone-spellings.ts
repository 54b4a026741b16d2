/**
 * Countries in which networks spell one phone in two ways: Mexico's 1 and Argentina's 9 of mobile phones that are called from
 * abroad, and the ninth digit of Brazil's mobile phones, which older ones got by 2016. Brazil's trunked radios, 70 and 77 to 79,
 * got none. The database has the same rules: phone_spellings.sql.
 */
const TWO_SPELLINGS = [
  { phone: /^\+521?([2-9]\d{9})$/, prefixes: ['+52', '+521'] },
  { phone: /^\+549?([1-3]\d{9})$/, prefixes: ['+54', '+549'] },
] as const
const BRAZILIAN = /^(\+55(?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579]))9?((?!7[0789])[6-9]\d{7})$/

/** All spellings of a phone in E.164, the one that identifies it first. */
export function phoneSpellings(number: string): string[] {
  const [, area, digits] = BRAZILIAN.exec(number) ?? []
  if (area !== undefined && digits !== undefined) return [`${area}9${digits}`, `${area}${digits}`]
  for (const { phone, prefixes } of TWO_SPELLINGS) {
    const national = phone.exec(number)?.[1]
    if (national !== undefined) return prefixes.map((prefix) => prefix + national)
  }
  return [number]
}

/** The other spellings of the phone that these digits are, with or without the code of one of these countries. */
export function otherSpellings(digits: string): string[] {
  return ['', '52', '54', '55'].flatMap((code) => {
    const spellings = phoneSpellings(`+${code}${digits}`)
    return spellings.length > 1 ? spellings : []
  })
}

/** One spelling for each phone, to tell whether two numbers are the same phone. */
export function phoneIdentity(number: string): string {
  return phoneSpellings(number)[0] ?? number
}
