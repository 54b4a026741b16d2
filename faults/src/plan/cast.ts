/** The cast: two tenants on one Twilio account, with phones that both know. */
export type ChatRole = {
  /** Index of the account's number. */
  readonly number: number
  /** Indexes in `PHONES`. */
  readonly phones: readonly number[]
}

export type TenantRole = {
  /** Index in the sandbox's directories. */
  readonly directory: number
  /** Logins; the first becomes the Admin. */
  readonly people: readonly string[]
  readonly numbers: readonly number[]
  /** One of `numbers`: the line that is always closed and replies by itself. */
  readonly closed: number
  readonly chats: readonly ChatRole[]
  /** Chats that are created during the run, with a held first message. */
  readonly laterChats: readonly ChatRole[]
  /** A disabled contact, whose texts are rejected. */
  readonly blocked: number
}

export const PHONES = Array.from({ length: 12 }, (_, index) => `+120255522${String(index).padStart(2, '0')}`)

export const TENANTS: readonly TenantRole[] = [
  {
    directory: 0,
    people: ['dana@lakeside.example', 'omar@lakeside.example', 'mei@lakeside.example'],
    numbers: [0, 1],
    closed: 1,
    chats: [
      { number: 0, phones: [0] },
      { number: 0, phones: [1, 2, 3] },
      { number: 0, phones: [4] },
      { number: 1, phones: [0] },
      { number: 1, phones: [1, 4] },
    ],
    laterChats: [
      { number: 1, phones: [2] },
      { number: 1, phones: [3] },
    ],
    blocked: 10,
  },
  {
    directory: 1,
    people: ['priya@northgate.example', 'luis@northgate.example', 'hanna@northgate.example'],
    numbers: [2, 3],
    closed: 3,
    chats: [
      { number: 2, phones: [0] },
      { number: 2, phones: [5, 6] },
      { number: 2, phones: [7] },
      { number: 3, phones: [0, 7] },
      { number: 3, phones: [8] },
    ],
    laterChats: [
      { number: 2, phones: [8] },
      { number: 3, phones: [5, 6] },
    ],
    blocked: 11,
  },
]

/** An unknown phone, whose first text opens a chat. */
export const STRANGER = 9
