import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 "Segoe UI", system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0 }
main { max-width: 20rem; padding: 1.5rem; text-align: center }
h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .5rem }
p { margin: 0 0 1.5rem }
button { font: inherit; font-weight: 600; min-width: 8rem; min-height: 2.75rem; border: 0; border-radius: 4px; color: #fff; background: #5b5fc7; cursor: pointer }
button:focus-visible { outline: 2px solid; outline-offset: 2px }
`

/** Allows the one style sheet of the page, and to post its form to us. */
export const SIGN_OUT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Asks before it signs out: a link alone must not be able to. The token has only hexadecimal digits. */
export function signOutPage(csrfToken: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign out</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sign out</h1>
<p>Are you sure you want to sign out?</p>
<form action="/api/auth/signout" method="post">
<input type="hidden" name="csrfToken" value="${csrfToken}">
<button type="submit">Sign out</button>
</form>
</main>
</body>
</html>
`
}
