import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CHROMIUM = [
  // Headless Chromium, which needs a seventh less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const NGINX = '/usr/sbin/nginx'

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Finds a browser for the tests, or installs one: Debian's package if this user may, otherwise Playwright's own.
 * @returns the path of the system's browser, or undefined for Playwright's
 */
export function ensureChromium(): string | undefined {
  const installed = () => process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((file) => existsSync(file))
  if (installed()) return installed()
  if (mayInstall) install('chromium-headless-shell')
  else run('npx', 'playwright', 'install', 'chromium')
  return installed()
}

/** Installs nginx if this user may. Without it, the tests of the real-time connection behind nginx are skipped. */
export function ensureNginx(): void {
  if (existsSync(NGINX)) return
  if (mayInstall) install('nginx-light')
  else console.log('There is no nginx: the tests behind it are skipped.')
}

/** Installs openssl, which creates the certificate for tests over https. */
export function ensureOpenssl(): void {
  if (spawnSync('openssl', ['version']).error && mayInstall) install('openssl')
}

function install(debianPackage: string) {
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', debianPackage)
}

function run(command: string, ...words: string[]) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`A program for the tests is missing: ${command} ${words.join(' ')} failed.`)
}
