import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Not Debian's chromium-headless-shell: it shows no notifications, which scenes of the service worker read.
const CHROMIUM = [
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
  if (mayInstall) install('chromium')
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

/** Debian's packages for the guide's programs, and how to see that they are installed. */
const GUIDE_PACKAGES = {
  'libopenapi-client-perl': ['perl', '-MOpenAPI::Client', '-e', '1'],
  python3: ['python3', '--version'],
} as const

/** Installs what programs of the guide need if this user may. Without it, their tests are skipped. */
export function ensureGuidePackages(): void {
  for (const [debianPackage, [command, ...words]] of Object.entries(GUIDE_PACKAGES)) {
    if (spawnSync(command, words).status === 0) continue
    if (mayInstall) install(debianPackage)
    else console.log(`There is no ${debianPackage}: programs of the guide that need it are not tested.`)
  }
}

function install(debianPackage: string) {
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', debianPackage)
}

function run(command: string, ...words: string[]) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`A program for the tests is missing: ${command} ${words.join(' ')} failed.`)
}
