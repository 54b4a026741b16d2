/** The texts of the modal that exports a conversation. */
export const EXPORT_TEXTS = {
  title: 'Export conversation',
  about: 'The audit log shows who exported which conversation.',
  format: 'Format',
  formats: {
    html: 'Page to print or send, with pictures and files',
    json: 'Data for other programs (JSON), without files',
  },
  period: 'Period',
  periods: { all: 'Everything', some: 'Choose dates' },
  from: 'From',
  to: 'To',
  notes: 'Include notes, which only your team sees',
  submit: 'Export',
  missingDay: 'Choose a date.',
  order: 'The period ends before it begins.',
  future: 'Choose a day that has begun.',
  started: 'Export started. The file will be in your downloads.',
} as const
