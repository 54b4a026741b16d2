/** The shortcuts in the order of the list. */
export const SHORTCUT_TEXTS = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  letters: 'E, H, A, N, and X also work without Alt in the chat list',
  groups: [
    {
      name: 'Anywhere',
      rows: [
        { keys: ['?'], text: 'Show this list' },
        { keys: ['Alt', 'N'], text: 'New chat' },
        { keys: ['Alt', 'K'], text: 'Search' },
        { keys: ['Alt', '↑'], text: 'Previous chat' },
        { keys: ['Alt', '↓'], text: 'Next chat' },
        { keys: ['Alt', 'C'], text: 'Write a message' },
        { keys: ['Alt', 'E'], text: 'Mark as done, or reopen' },
        { keys: ['Alt', 'H'], text: 'Snooze' },
        { keys: ['Alt', 'A'], text: 'Assign' },
        { keys: ['Ctrl', 'Z'], text: 'Undo the last of these' },
      ],
    },
    {
      name: 'In chats and messages',
      rows: [
        { keys: ['↑', '↓'], text: 'Previous / next item' },
        { keys: ['Home', 'End'], text: 'First, last' },
        { keys: ['Enter'], text: 'Open the chat and write' },
        { keys: ['Ctrl', 'F'], text: 'Find in the open chat' },
      ],
    },
    {
      name: 'In the chat list',
      rows: [
        { keys: ['Alt', 'X'], text: 'Select, or clear' },
        { keys: ['Shift', '↓'], text: 'Select a range' },
        { keys: ['Ctrl', 'A'], text: 'Select all loaded chats' },
        { keys: ['Esc'], text: 'Clear the selection' },
      ],
    },
    {
      name: 'Where you write',
      rows: [
        { keys: ['Enter'], text: 'Send' },
        { keys: ['Shift', 'Enter'], text: 'New line' },
        { keys: ['/'], text: 'Insert a snippet' },
        { keys: ['Tab'], text: 'Next blank' },
        { keys: ['Esc'], text: 'Cancel reply' },
      ],
    },
  ],
} as const
