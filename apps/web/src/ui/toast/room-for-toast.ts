/** At the end of a page that scrolls, so that a toast covers none of its controls: a toast of two lines, and its distance. */
export const ROOM_FOR_TOAST = '80px'
