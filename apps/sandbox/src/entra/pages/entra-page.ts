import { html, type Html } from '../../page/index.ts'

/** The layout of all sign-in pages: a card in the middle of the screen. */
export function renderEntraPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - Sandbox sign-in</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <p class="mark"><span class="tiles" aria-hidden="true"></span>Sandbox sign-in</p>
          ${content}
        </main>
        <footer>This page stands in for Microsoft's sign-in. No password is needed.</footer>
      </body>
    </html>`
}

const STYLE: Html = {
  html: `
:root {
  --ground: #f0f3f8; --card: #fff; --text: #1b1a19; --soft: #5c5a58; --line: #e1dfdd; --hover: #f3f2f1;
  --brand: #0f6cbd; --focus: #000; --warn: #fdf3d8; --shadow: 0 2px 6px rgb(0 0 0 / .18);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141414; --card: #292827; --text: #fff; --soft: #c8c6c4; --line: #484644; --hover: #3b3a39;
    --brand: #62abf5; --focus: #fff; --warn: #4a3b12; --shadow: 0 2px 8px rgb(0 0 0 / .5);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: 16px; padding: 24px 16px; color: var(--text);
  background: radial-gradient(circle at 15% 10%, color-mix(in srgb, var(--brand) 16%, var(--ground)), var(--ground) 55%);
  font: 15px/20px "Segoe UI", system-ui, -apple-system, "Helvetica Neue", sans-serif;
}
main { width: 100%; max-width: 440px; padding: 36px 0 28px; background: var(--card); box-shadow: var(--shadow); border-radius: 4px; }
main > *, section > h2 { margin-inline: 44px; }
.mark { display: flex; align-items: center; gap: 8px; margin-block: 0 18px; font-weight: 600; color: var(--soft); }
.tiles { width: 20px; height: 20px; border-radius: 4px; background: conic-gradient(#0f6cbd 25%, #2b88d8 0 50%, #71afe5 0 75%, #005a9e 0); }
h1 { margin-block: 0 4px; font-size: 24px; line-height: 30px; font-weight: 600; }
h2 { margin-block: 20px 6px; font-size: 13px; line-height: 18px; font-weight: 600; color: var(--soft); }
p { margin-block: 0 12px; }
.lead { margin-bottom: 4px; }
.message { margin-top: 12px; padding: 10px 12px; background: var(--warn); border-radius: 4px; overflow-wrap: anywhere; }
main > section { margin-inline: 0; }
ul { list-style: none; margin: 0; padding: 0; }
.account { display: flex; align-items: center; gap: 14px; padding: 10px 44px; color: inherit; text-decoration: none; }
.account:hover { background: var(--hover); }
.picture { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; color: #fff; font-weight: 600; }
.tint-0 { background: #8e562e; } .tint-1 { background: #0e700e; } .tint-2 { background: #005b70; }
.tint-3 { background: #7719aa; } .tint-4 { background: #b10e1c; } .tint-5 { background: #4f6bed; }
.who { flex: 1; min-width: 0; display: grid; }
.name { font-weight: 600; }
.login { color: var(--soft); font-size: 13px; line-height: 18px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.job { color: var(--soft); font-size: 13px; line-height: 18px; text-align: right; }
.actions { display: flex; justify-content: flex-end; margin-block: 24px 0; }
.quiet { padding: 6px 20px; border: 1px solid var(--line); border-radius: 4px; color: inherit; text-decoration: none; }
button.quiet { margin-left: 8px; background: none; font: inherit; cursor: pointer; }
.quiet:hover { background: var(--hover); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
footer { max-width: 440px; color: var(--soft); font-size: 13px; line-height: 18px; text-align: center; }
@media (max-width: 480px) {
  main > *, section > h2 { margin-inline: 24px; }
  .account { padding-inline: 24px; }
  .job { display: none; }
}
@media (forced-colors: active) { .account, main { border: 1px solid; } }
`,
}
