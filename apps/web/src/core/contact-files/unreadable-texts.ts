/** Why a file of contacts can't be read. */
export const UNREADABLE_TEXTS = {
  empty: 'This file has no contacts. Choose another one.',
  severalTables: 'Choose tables one at a time. Only contact cards (.vcf) can be imported together.',
  tooLarge: (maxBytes: number) =>
    `A file may have at most ${maxBytes / 1_000_000} MB. Split it, and import the parts one after the other.`,
  workbook:
    'This is an Excel workbook. In Excel, choose File > Save As > CSV UTF-8, and choose that file here. In Numbers, it’s File > Export To > CSV; in Google Sheets, File > Download > CSV.',
  unknown: 'This is neither a CSV file nor a vCard. Export your contacts as CSV or vCard, and choose that file.',
} as const
