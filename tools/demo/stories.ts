/** A chat that a clinic's front desk might see on an ordinary morning. */
export type Story = {
  name: string
  /** The name of the line. */
  number: string
  /** First names of users, full names of contacts. */
  members: string[]
  texts: StoryText[]
}

/** A text, by a user (first name) or a contact (full name). */
export type StoryText = { from: string; text: string; picture?: string; isReply?: true }

export const CONTACTS = [
  { name: 'Marta Rivera', number: '+12025550142' },
  { name: 'Luis Rivera', number: '+12025550143' },
  { name: 'Tom Becker', number: '+12025550171' },
  { name: 'Priya Shah', number: '+12025550165' },
  { name: 'Greta Lindqvist', number: '+12025550117' },
  { name: 'Henry Okafor', number: '+12025550188' },
]

/** The shared snippets of the clinic. */
export const SNIPPETS = [
  {
    name: 'Appointment reminder',
    shortcut: 'remind',
    text: 'Hi {{first_name|there}}, this is {{my_name}} from {{company}}. See you on {{day}} at {{time}}. Reply C to confirm.',
  },
  {
    name: 'Opening hours',
    shortcut: 'hours',
    text: 'We are open Monday to Friday from 8 to 6, and Saturday from 9 to 1.',
  },
  { name: 'Parking', shortcut: 'parking', text: 'Parking is free behind the building, on Lake Street.' },
]

export const STORIES: Story[] = [
  {
    name: 'Greta Lindqvist',
    number: 'Front desk',
    members: ['Dana', 'Omar', 'Greta Lindqvist'],
    texts: [
      { from: 'Greta Lindqvist', text: 'Good morning, could I come a day later? The bus is on strike.' },
      { from: 'Dana', text: 'Of course. We moved you to Monday, 8:15.' },
      { from: 'Greta Lindqvist', text: 'Wonderful, thank you!' },
    ],
  },
  {
    name: 'Henry Okafor, invoice',
    number: 'Billing',
    members: ['Dana', 'Mei', 'Henry Okafor'],
    texts: [
      { from: 'Mei', text: 'Hello Mr. Okafor, your invoice for October is ready. Shall we send it by mail?' },
      { from: 'Henry Okafor', text: 'Yes please, to the address you have.' },
    ],
  },
  {
    name: 'Priya Shah',
    number: 'Front desk',
    members: ['Dana', 'Omar', 'Mei', 'Priya Shah'],
    texts: [
      { from: 'Priya Shah', text: 'Is the clinic open on Thanksgiving?' },
      { from: 'Omar', text: 'We are closed that day, and back on Friday at 8. See you Thursday in a week at 10.' },
    ],
  },
  {
    name: 'Tom Becker',
    number: 'Front desk',
    members: ['Dana', 'Tom Becker'],
    texts: [
      { from: 'Dana', text: 'Your results are in. Please call us when it suits you, or stop by until 5.' },
      { from: 'Tom Becker', text: 'Thanks, I will stop by at 4.' },
    ],
  },
  {
    name: 'Rivera family · after-visit',
    number: 'Front desk',
    members: ['Dana', 'Omar', 'Marta Rivera', 'Luis Rivera'],
    texts: [
      { from: 'Dana', text: 'Hello Marta, this is Lakeside Clinic. How is Luis after yesterday?' },
      { from: 'Marta Rivera', text: 'Much better, he was outside already 🙂', picture: 'meadow.png' },
      { from: 'Omar', text: 'So good to see. Shall we book the check-up this week?', isReply: true },
      { from: 'Omar', text: 'Thursday 3:30 or Friday 9:00 would work.' },
      { from: 'Marta Rivera', text: 'Thursday please' },
      { from: 'Marta Rivera', text: 'Thank you! Is 3:30 still free?' },
    ],
  },
]
