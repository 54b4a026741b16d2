import { KEYS } from './shortcut-list.ts'

/** The shortcuts in the order of the list. */
export const SHORTCUT_TEXTS = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  letters: 'E, H, A, U, N, and X also work without Alt in the chat list',
  groups: [
    {
      name: 'Anywhere',
      rows: [
        { keys: KEYS.help, text: 'Show this list' },
        { keys: KEYS.newChat, text: 'New chat' },
        { keys: KEYS.search, text: 'Search' },
        { keys: KEYS.previousChat, text: 'Previous chat' },
        { keys: KEYS.nextChat, text: 'Next chat' },
        { keys: KEYS.write, text: 'Write a message' },
        { keys: KEYS.note, text: 'Switch between text and note' },
        { keys: KEYS.done, text: 'Mark as done, or reopen' },
        { keys: KEYS.snooze, text: 'Snooze' },
        { keys: KEYS.assign, text: 'Assign' },
        { keys: KEYS.unread, text: 'Mark as unread' },
        { keys: KEYS.undo, text: 'Undo the last of these' },
      ],
    },
    {
      name: 'In chats and messages',
      rows: [
        { keys: KEYS.neighbors, text: 'Previous / next item' },
        { keys: KEYS.ends, text: 'First, last' },
        { keys: 'Enter', text: 'Open the chat and write' },
        { keys: KEYS.find, text: 'Find in the open chat' },
      ],
    },
    {
      name: 'In the chat list',
      rows: [
        { keys: KEYS.select, text: 'Select, or clear' },
        { keys: 'Shift+ArrowDown', text: 'Select a range' },
        { keys: 'Control+A', text: 'Select all loaded chats' },
        { keys: KEYS.cancel, text: 'Clear the selection' },
      ],
    },
    {
      name: 'Where you write',
      rows: [
        { keys: KEYS.send, text: 'Send, or add the note' },
        { keys: 'Shift+Enter', text: 'New line' },
        { keys: '/', text: 'Insert a snippet' },
        { keys: '@', text: 'Mention a colleague in a note' },
        { keys: 'Tab', text: 'Next blank' },
        { keys: KEYS.cancel, text: 'Cancel reply' },
      ],
    },
  ],
} as const
